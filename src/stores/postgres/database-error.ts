import { setTimeout } from "node:timers/promises"
import { ConclaveError } from "../../core/errors.ts"

/** SQLSTATEs of a server that is not available: connection failures, too many connections, shutdown, start-up. */
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
  /connection terminated|connection ended|timeout exceeded when trying to connect|timeout expired|not queryable|connection error|query read timeout/i
/** Our own pool was closed. */
const closedMessages = /pool after calling end/i

/** Temporary failures of the server. The statement had no effect. */
const temporaryStates: Readonly<Record<string, string>> = {
  "53000": "the database server is short of resources",
  "53100": "the database server's disk is full; discussions continue once there is free space",
  "53200": "the database server is out of memory",
  "53400": "the database server has reached a configured limit",
  "58000": "the database server's system failed",
  "58030": "the database server's disk failed to read or write",
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : ""
}

/** Whether the connection was lost, so that the statement may or may not have been executed. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isConnectionLost)) return true
  const code = codeOf(error)
  return lostErrorCodes.has(code) || lostSqlStates.test(code) || lostMessages.test(error.message)
}

/** Converts temporary failures to DATABASE_UNAVAILABLE, without host or user; returns any other error unchanged. */
export function databaseError(error: unknown): unknown {
  if (error instanceof ConclaveError || !(error instanceof Error)) return error
  const isAway = isConnectionLost(error) || closedMessages.test(error.message)
  const message = isAway ? "the database cannot be reached" : temporaryStates[codeOf(error)]
  if (message === undefined) return error
  return new ConclaveError("DATABASE_UNAVAILABLE", message, { recoverable: true, cause: error })
}

export function throwDatabaseError(error: unknown): never {
  throw databaseError(error)
}

const authenticationStates = /^28/
const tooManyConnections = "53300"
/** Missing privileges, or a schema that the user may not see. */
const privilegeStates = new Set(["42501", "3F000"])

/** Explains to the operator why the database could not be opened: its address, the reason, and what to check. */
export function openingError(error: unknown, url: string): unknown {
  if (error instanceof ConclaveError || !(error instanceof Error)) return error
  const { hostname, port } = new URL(url)
  const where = `the database at ${hostname || "localhost"}:${port || 5432}`
  const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : []
  if (isConnectionLost(error)) {
    const reason = codeOf(first) || first.message
    const message =
      reason === tooManyConnections
        ? `${where} has no free connection (${first.message}); end other programs that use it, or raise its max_connections`
        : `${where} cannot be reached (${reason}); check DATABASE_URL, and that the server is running`
    return new ConclaveError("DATABASE_UNAVAILABLE", message, { recoverable: true, cause: error })
  }
  const code = codeOf(error)
  const isRefused = authenticationStates.test(code) || code === "3D000"
  if (!isRefused && !privilegeStates.has(code)) return databaseError(error)
  const message = isRefused
    ? `${where} refused the connection: ${error.message}; check DATABASE_URL`
    : `${where}: ${error.message}; the user must own its database, and be a member of the role conclave_app: GRANT conclave_app TO the user`
  return new ConclaveError("INITIALIZATION_FAILED", message, { cause: error })
}

const firstPauseMs = 50
const maxPauseMs = 1_000
/** Timeout for retries while the database is unavailable. */
const maxWaitMs = 20_000

/** Retries `work`, which must be idempotent, while the connection to the database is lost. */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, now = () => performance.now()): Promise<T> {
  const end = now() + maxWaitMs
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionLost(error) || now() > end) throw error
    }
    await setTimeout(pause)
  }
}
