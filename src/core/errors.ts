/** All error codes. The server and the command line each map them to a status in one exhaustive table. */
export const errorCodes = [
  "INITIALIZATION_FAILED",
  "TURN_FAILED",
  "TURN_TIMEOUT",
  "CONSENSUS_PARSE_FAILED",
  "PROVIDER_ERROR",
  "STATE_INVALID",
  "DISCUSSION_TIMEOUT",
  "UNKNOWN",
  "INPUT_INVALID",
  "MODEL_UNKNOWN",
  "MODEL_UNAVAILABLE",
  "NOT_FOUND",
  "CONFLICT",
  "DATABASE_UNAVAILABLE",
  "SPEND_LIMIT",
  "CALL_LOOP",
  "QUARANTINED",
  "ABORTED",
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Kinds of field problems that a client can translate, using `values`. */
export const problemCodes = [
  "REQUIRED",
  "WRONG_TYPE",
  "WRONG_VALUE",
  "NUMBER_TOO_SMALL",
  "NUMBER_TOO_BIG",
  "TEXT_TOO_SHORT",
  "TEXT_TOO_LONG",
  "LIST_TOO_SHORT",
  "LIST_TOO_LONG",
  "UNKNOWN_FIELD",
  "SEAT_COUNT",
  "ROLE_MISSING",
  "NAME_TAKEN",
  "OPTION_TWICE",
  "MODEL_UNKNOWN",
  "MODEL_UNAVAILABLE",
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** A problem with one input field: what is wrong and how to fix it. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
  readonly code?: ProblemCode
  /** Values for the message of `code`, such as the limit, the expected values or the name. */
  readonly values?: Readonly<Record<string, string | number>>
}

export interface ErrorDetail {
  readonly code: ErrorCode
  readonly message: string
  readonly recoverable: boolean
  readonly seat?: string
  readonly roundNumber?: number
  readonly problems?: readonly FieldProblem[]
  /** Further machine-readable fields, such as the status of a closed prompt. */
  readonly details?: Readonly<Record<string, string>>
}

interface ErrorOptions {
  readonly recoverable?: boolean
  readonly seat?: string | undefined
  readonly roundNumber?: number | undefined
  readonly problems?: readonly FieldProblem[]
  readonly details?: Readonly<Record<string, string>> | undefined
  /** Wait that a provider requested before the next attempt. */
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** Every error that Conclave throws; `code` tells them apart, `problems` names the invalid fields. */
export class ConclaveError extends Error {
  override readonly name: string = "ConclaveError"
  readonly code: ErrorCode
  readonly recoverable: boolean
  readonly seat: string | undefined
  readonly roundNumber: number | undefined
  readonly problems: readonly FieldProblem[]
  readonly details: Readonly<Record<string, string>> | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.recoverable = options.recoverable ?? false
    this.seat = options.seat
    this.roundNumber = options.roundNumber
    this.problems = options.problems ?? []
    this.details = options.details
    this.retryAfterMs = options.retryAfterMs
  }

  /** Excludes the cause, which comes from a provider and may contain headers with keys. */
  toJSON(): ErrorDetail {
    return {
      code: this.code,
      message: this.message,
      recoverable: this.recoverable,
      ...(this.seat !== undefined && { seat: this.seat }),
      ...(this.roundNumber !== undefined && { roundNumber: this.roundNumber }),
      ...(this.problems.length > 0 && { problems: this.problems }),
      ...(this.details && { details: this.details }),
    }
  }
}

export function invalidInput(problems: readonly FieldProblem[]): ConclaveError {
  const message = problems.map((problem) => `${problem.field}: ${problem.message}`).join("; ")
  return new ConclaveError("INPUT_INVALID", message, { problems })
}

export function invalidField(field: string, message: string): ConclaveError {
  return invalidInput([{ field, message }])
}
