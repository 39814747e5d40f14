import { ConclaveError } from "../../core/errors.ts"

/** What a server says that cannot serve now: connections fail, are too many, or it goes down or comes up. */
const lostSqlStates = /^(08...|53300|57P0[1235])$/
const lostErrorCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
])
const lostMessages =
  /connection terminated|connection ended|timeout exceeded when trying to connect|not queryable|connection error/i
/** Closed by ourselves: it does not come back. */
const closedMessages = /pool after calling end/i

/** Whether the connection is gone, so that what was asked may or may not have happened. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isConnectionLost)) return true
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  return lostErrorCodes.has(code) || lostSqlStates.test(code) || lostMessages.test(error.message)
}

/** A lost connection as DATABASE_UNAVAILABLE; everything else as it is. Never says where the database is or who asks. */
export function databaseError(error: unknown): unknown {
  const isClosed = error instanceof Error && closedMessages.test(error.message)
  if (error instanceof ConclaveError || !(isConnectionLost(error) || isClosed)) return error
  return new ConclaveError("DATABASE_UNAVAILABLE", "the database cannot be reached", {
    recoverable: true,
    cause: error,
  })
}
