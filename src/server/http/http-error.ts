import { z } from "zod"
import { ConclaveError, type ErrorCode, invalidInput, problemCodes } from "../../core/errors.ts"

export const statusDescriptions = {
  400: "Invalid request; `details.problems` names the fields",
  401: "An API key is required",
  403: "This key may not make this call",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict with the current state",
  413: "Body too large",
  415: "Body is not JSON",
  422: "Valid request that cannot be carried out",
  429: "Rate or spending limit reached; see `Retry-After`",
  500: "Internal error",
  502: "A model provider failed",
  503: "Not ready",
  504: "Timed out",
} as const

export type ErrorStatus = keyof typeof statusDescriptions

/** The HTTP status of every error code. */
export const errorStatus = {
  INPUT_INVALID: 400,
  BODY_INVALID: 400,
  KEY_MISSING: 401,
  KEY_INVALID: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ROUTE_UNKNOWN: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  STATE_INVALID: 409,
  ABORTED: 409,
  BODY_TOO_LARGE: 413,
  MEDIA_TYPE_UNSUPPORTED: 415,
  MODEL_UNKNOWN: 422,
  MODEL_UNAVAILABLE: 422,
  IDEMPOTENCY_MISMATCH: 422,
  RATE_LIMITED: 429,
  SPEND_LIMIT: 429,
  INITIALIZATION_FAILED: 500,
  UNKNOWN: 500,
  TURN_FAILED: 502,
  CONSENSUS_PARSE_FAILED: 502,
  PROVIDER_ERROR: 502,
  UNAVAILABLE: 503,
  DATABASE_UNAVAILABLE: 503,
  TURN_TIMEOUT: 504,
  DISCUSSION_TIMEOUT: 504,
  CALL_LOOP: 500,
  QUARANTINED: 500,
} as const satisfies Readonly<Record<ErrorCode, ErrorStatus> & Record<string, ErrorStatus>>

type HttpErrorCode = keyof typeof errorStatus

const problemSchema = z.object({
  field: z.string(),
  message: z.string(),
  code: z.enum(problemCodes).optional().describe("the kind of problem, for clients that translate messages"),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe("values that belong to the code, such as the limit"),
})

export const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorStatus) as [HttpErrorCode, ...HttpErrorCode[]]),
      message: z.string(),
      details: z.looseObject({ problems: z.array(problemSchema).optional() }).optional(),
    }),
  })
  .meta({ id: "Error" })

export type ErrorBody = z.output<typeof errorSchema>

interface HttpErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An error of the HTTP layer, such as a missing key or an unreadable body. */
export class HttpError extends Error {
  override readonly name = "HttpError"
  readonly code: HttpErrorCode
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: HttpErrorCode, message: string, { details, headers = {} }: HttpErrorOptions = {}) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
  }
}

/** The same error with its fields as they are called in the request. */
export function renameFields(error: unknown, rename: (field: string) => string): unknown {
  if (!(error instanceof ConclaveError) || error.problems.length === 0) return error
  const problems = error.problems.map((problem) => ({ ...problem, field: rename(problem.field) }))
  return new ConclaveError(error.code, invalidInput(problems).message, { problems })
}

/** For problems of query parameters that are found after the query was parsed. */
export function throwAsQueryError(error: unknown): never {
  throw renameFields(error, (field) => `query.${field}`)
}

/** A `Retry-After` header with jitter, so that clients do not all retry at once. */
export function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return { "retry-after": String(Math.ceil(seconds * (1 + Math.random() / 4))) }
}

/** Any error as a response. Details of unexpected errors go to the log only, never to the client. */
export function errorResponse(error: unknown): Response {
  const { code, message, details, headers } = toHttpError(error)
  const body = { error: { code, message, ...(details && { details }) } }
  return Response.json(body, { status: errorStatus[code], headers: { "cache-control": "no-store", ...headers } })
}

/** The duet route's own errors: `error` is the message. An unknown or unavailable model is a 400 here. */
export const duetErrorSchema = z
  .object({
    error: z.string(),
    code: errorSchema.shape.error.shape.code,
    details: errorSchema.shape.error.shape.details,
  })
  .meta({ id: "DuetError" })

export function duetErrorResponse(error: unknown): Response {
  const { code, message, details, headers } = toHttpError(error)
  const status = code === "MODEL_UNKNOWN" || code === "MODEL_UNAVAILABLE" ? 400 : errorStatus[code]
  if (status >= 500) throw error
  const body = { error: message, code, ...(details && { details }) }
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } })
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (!(error instanceof ConclaveError) || error.code === "UNKNOWN") {
    return new HttpError("UNKNOWN", "internal error; see the server log for this x-request-id")
  }
  const { code, message, problems, details, retryAfterMs } = error
  return new HttpError(code, message, {
    ...((problems.length > 0 || details) && { details: { ...details, ...(problems.length > 0 && { problems }) } }),
    ...(retryAfterMs !== undefined && { headers: retryAfter(retryAfterMs / 1_000) }),
  })
}

const problemMediaType = "application/problem+json"
/** Protocols with errors of their own. */
const otherProtocols = /^\/(?:v1|a2a)(?:\/|$)/

/** Converts an error to RFC 9457 problem details, if the client accepts them. */
export async function withProblemDetails(request: Request, response: Response, requestId: string): Promise<Response> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  const isAccepted = request.headers.get("accept")?.toLowerCase().includes(problemMediaType)
  if (response.status < 400 || !isJson || !isAccepted || otherProtocols.test(new URL(request.url).pathname))
    return response
  const { status, headers } = response
  const body = (await response.clone().json()) as Partial<ErrorBody> | z.output<typeof duetErrorSchema>
  if (!body.error) return response
  const { code, message, details } = "code" in body ? { ...body, message: body.error } : body.error
  headers.set("content-type", problemMediaType)
  headers.append("vary", "accept")
  const problem = {
    type: `/docs#${code}`,
    title: statusDescriptions[status as keyof typeof statusDescriptions] ?? "Error",
    status,
    detail: message,
    instance: `urn:request:${requestId}`,
    code,
    ...details,
  }
  return new Response(JSON.stringify(problem), { status, headers })
}
