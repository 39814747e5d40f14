import { ConclaveError, type ErrorCode, errorCodes, type FieldProblem } from "../core/errors.ts"

interface ApiErrorOptions {
  readonly problems?: readonly FieldProblem[]
  readonly details?: Readonly<Record<string, string>>
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** An error response of the server, or an unreachable server (`status` 0). */
export class ApiError extends ConclaveError {
  override readonly name = "ApiError"
  readonly status: number
  /** The error code as the server sent it, such as KEY_INVALID; `code` is the closest ErrorCode. */
  readonly apiCode: string

  constructor(status: number, apiCode: string, message: string, options: ApiErrorOptions = {}) {
    super(errorCodes.find((known) => known === apiCode) ?? codeOfStatus(status), message, options)
    this.status = status
    this.apiCode = apiCode
  }

  /** Whether a retry may succeed: the server is unreachable, overloaded or failed internally. */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500 || [408, 425, 429].includes(this.status)
  }
}

interface ErrorBody {
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly details?: Details }
}
type Details = Readonly<Record<string, unknown>>

/** Parses an error response; responses of other servers or proxies get the code UNKNOWN. */
export async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null
  const { code, message, details } = body?.error ?? {}
  const { problems: given, ...rest } = details ?? {}
  const problems = Array.isArray(given) ? given.filter(isProblem) : []
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN)
  return new ApiError(
    response.status,
    typeof code === "string" ? code : "UNKNOWN",
    typeof message === "string" ? message : `the server answered ${response.status}`,
    {
      problems,
      ...(Object.keys(rest).length > 0 && { details: rest as Readonly<Record<string, string>> }),
      ...(Number.isFinite(retryAfter) && { retryAfterMs: retryAfter * 1_000 }),
    },
  )
}

function isProblem(value: unknown): value is FieldProblem {
  return typeof value === "object" && value !== null && "field" in value && "message" in value
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 404) return "NOT_FOUND"
  if (status === 409) return "CONFLICT"
  return status >= 400 && status < 500 ? "INPUT_INVALID" : "UNKNOWN"
}
