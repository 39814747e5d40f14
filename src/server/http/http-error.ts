import type { ErrorCode } from "../../core/errors.ts"

/** What can be wrong with a request before anything of a discussion is looked at. */
export const httpErrorCodes = [
  "BODY_INVALID",
  "BODY_TOO_LARGE",
  "MEDIA_TYPE_UNSUPPORTED",
  "ROUTE_UNKNOWN",
  "METHOD_NOT_ALLOWED",
  "KEY_MISSING",
  "KEY_INVALID",
  "FORBIDDEN",
  "RATE_LIMITED",
  "IDEMPOTENCY_MISMATCH",
  "UNAVAILABLE",
] as const

export type HttpErrorCode = (typeof httpErrorCodes)[number]

/** The one place that says which status an error has. */
export const errorStatus: Readonly<Record<ErrorCode | HttpErrorCode, ErrorStatus>> = {
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
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504

interface HttpErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that is refused for what it is, not for what it asks. */
export class HttpError extends Error {
  override readonly name = "HttpError"
  readonly code: ErrorCode | HttpErrorCode
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode | HttpErrorCode, message: string, { details, headers = {} }: HttpErrorOptions = {}) {
    super(message)
    this.code = code
    this.details = details
    this.headers = headers
  }
}
