import { ConclaveError, type ErrorCode } from "../core/errors.ts"
import { exitCodes } from "./exit-codes.ts"
import { printable } from "./printable.ts"
import type { Terminal } from "./terminal.ts"

const codes: Partial<Record<ErrorCode, number>> = {
  INPUT_INVALID: exitCodes.usage,
  MODEL_UNKNOWN: exitCodes.usage,
  ABORTED: exitCodes.aborted,
}

/** Says what went wrong, and gives the exit code for it. With `json` it is said on standard output, too. */
export function reportError(terminal: Terminal, error: unknown, json: boolean): number {
  if (!(error instanceof ConclaveError)) {
    const message = isSystemError(error)
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
    terminal.note(`conclave: ${printable(message)}\n`)
    if (json) terminal.write(`${JSON.stringify({ error: { code: "UNKNOWN", message: String(error) } })}\n`)
    return exitCodes.error
  }
  if (json) terminal.write(`${JSON.stringify({ error })}\n`)
  const problems = error.problems.length > 1 ? error.problems.map(({ field, message }) => `  ${field}: ${message}`) : []
  const text = problems.length > 0 ? `there are ${problems.length} problems\n${problems.join("\n")}` : error.message
  terminal.note(`conclave: ${printable(text)}\n`)
  return codes[error.code] ?? exitCodes.error
}

/** A file that is not there, a folder that may not be written: the message says all. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && "syscall" in error
}
