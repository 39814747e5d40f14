import { setTimeout } from "node:timers/promises"
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
  /connection terminated|connection ended|timeout exceeded when trying to connect|not queryable|connection error|query read timeout/i
/** Closed by ourselves: it does not come back. */
const closedMessages = /pool after calling end/i

/** What passes by itself, or when somebody sees to the server: nothing of the statement was done. */
const temporaryStates: Readonly<Record<string, string>> = {
  "53000": "the database server is short of resources",
  "53100": "the database server's disk is full; free some space and it goes on",
  "53200": "the database server is out of memory",
  "53400": "the database server has reached a limit that is configured for it",
  "58000": "the database server's system failed",
  "58030": "the database server's disk failed to read or write",
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : ""
}

/** Whether the connection is gone, so that what was asked may or may not have happened. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isConnectionLost)) return true
  const code = codeOf(error)
  return lostErrorCodes.has(code) || lostSqlStates.test(code) || lostMessages.test(error.message)
}

/** What passes as DATABASE_UNAVAILABLE; everything else as it is. Never says where the database is or who asks. */
export function databaseError(error: unknown): unknown {
  if (error instanceof ConclaveError || !(error instanceof Error)) return error
  const isAway = isConnectionLost(error) || closedMessages.test(error.message)
  const message = isAway ? "the database cannot be reached" : temporaryStates[codeOf(error)]
  if (message === undefined) return error
  return new ConclaveError("DATABASE_UNAVAILABLE", message, { recoverable: true, cause: error })
}

const authenticationStates = /^28/

/** Why a database could not be opened, for whoever starts the process: where it is, what is wrong and what to do. */
export function openingError(error: unknown, url: string): unknown {
  if (error instanceof ConclaveError || !(error instanceof Error)) return error
  const { hostname, port } = new URL(url)
  const where = `the database at ${hostname || "localhost"}:${port || 5432}`
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : []
  if (isConnectionLost(error)) {
    const reason = codeOf(first) || first.message
    const message = `${where} cannot be reached (${reason}); check DATABASE_URL, and that its server runs`
    return new ConclaveError("DATABASE_UNAVAILABLE", message, { recoverable: true, cause: error })
  }
  const code = codeOf(error)
  const isRefused = authenticationStates.test(code) || code === "3D000"
  if (!isRefused) return databaseError(error)
  return new ConclaveError("INITIALIZATION_FAILED", `${where} refuses: ${error.message}; check DATABASE_URL`)
}

const firstPauseMs = 50
const maxPauseMs = 1_000
/** How long work outlasts a database that is away. */
const maxWaitMs = 20_000

/** Does work again for as long as it fails because the database is away: it must be such that doing it again is harmless. */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let pause = firstPauseMs, waited = 0; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionLost(error) || waited > maxWaitMs) throw error
    }
    await setTimeout(pause)
    waited += pause
  }
}
