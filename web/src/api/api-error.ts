export interface FieldProblem {
  readonly field: string
  readonly message: string
  readonly code?: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** A refusal of the server, or a server that cannot be reached (`status` 0). */
export class ApiError extends Error {
  override readonly name = "ApiError"
  readonly status: number
  readonly code: string
  readonly problems: readonly FieldProblem[]

  constructor(status: number, code: string, message: string, problems: readonly FieldProblem[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.problems = problems
  }
}

/** What was wrong with one field, in the reader's language; `seats[0].model` is found by exactly that name. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  const found = error instanceof ApiError ? error.problems.find((problem) => problem.field === field) : undefined
  return found && problemWords(found)
}

/** Fetched with the first refusal: whoever is never refused needs no words for it. */
let wording: typeof import("../texts/problem-text.ts") | undefined

/** A problem in the reader's language; in the server's words where there are no others. */
export function problemWords(problem: FieldProblem): string {
  return wording?.problemText(problem) ?? problem.message
}

/** What a code means, in the reader's language. */
export function errorWords(code: string): string | undefined {
  return wording?.errorText(code)
}

/** Problems that none of the given fields shows. */
export function otherProblems(error: unknown, shown: (field: string) => boolean): readonly FieldProblem[] {
  return error instanceof ApiError ? error.problems.filter(({ field }) => !shown(field)) : []
}

interface ErrorBody {
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly details?: { problems?: unknown } }
}

/** Reads a refusal of any kind; what did not come from our server has no code of ours. */
export async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null
  const { code, message, details } = body?.error ?? {}
  wording ??= await import("../texts/problem-text.ts").catch(() => undefined)
  const problems = Array.isArray(details?.problems) ? details.problems.filter(isProblem) : []
  return new ApiError(
    response.status,
    typeof code === "string" ? code : "UNKNOWN",
    typeof message === "string" ? message : `HTTP ${response.status}`,
    problems,
  )
}

function isProblem(value: unknown): value is FieldProblem {
  return typeof value === "object" && value !== null && "field" in value && "message" in value
}
