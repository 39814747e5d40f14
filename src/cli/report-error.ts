import { ConclaveError, type ErrorCode, invalidField } from "../core/errors.ts"
import { exitCodes } from "./exit-codes.ts"
import { printable } from "./printable.ts"
import type { Terminal } from "./terminal.ts"
import { fileProblems } from "./text-files.ts"

const codes: Partial<Record<ErrorCode, number>> = {
  INPUT_INVALID: exitCodes.usage,
  MODEL_UNKNOWN: exitCodes.usage,
  ABORTED: exitCodes.aborted,
}

/** Prints an error and returns its exit code. With `json`, also prints it to standard output as JSON. */
export function reportError(terminal: Terminal, thrown: unknown, json: boolean): number {
  const error = asPathProblem(thrown)
  if (!(error instanceof ConclaveError)) {
    const message = error instanceof Error ? error.message : String(error)
    const isSystem = error instanceof Error && "syscall" in error
    const shown = isSystem || !(error instanceof Error) ? message : (error.stack ?? message)
    terminal.note(`conclave: ${printable(shown)}\n`)
    if (json) terminal.write(`${JSON.stringify({ error: { code: "UNKNOWN", message } })}\n`)
    return exitCodes.error
  }
  if (json) terminal.write(`${JSON.stringify({ error })}\n`)
  const isOne = new Set(error.problems.map(({ message }) => message)).size === 1
  const problems =
    error.problems.length > 1 && !isOne ? error.problems.map(({ field, message }) => `  ${field}: ${message}`) : []
  const text = problems.length > 0 ? `${problems.length} problems\n${problems.join("\n")}` : error.message
  terminal.note(`conclave: ${printable(text)}\n`)
  return codes[error.code] ?? exitCodes.error
}

/** Converts a system error about a path or an address; returns any other error unchanged. */
function asPathProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error
  const { code = "", path, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === "ECONNREFUSED" && address !== undefined) {
    return new ConclaveError(
      "UNKNOWN",
      `nothing is listening at ${address}:${port}; start the server, or check the address`,
    )
  }
  if (code === "ENOSPC") return new ConclaveError("UNKNOWN", `${path ?? "a file"}: the disk is full; free some space`)
  const message = fileProblems[code]
  return message === undefined || path === undefined ? error : invalidField(path, message)
}
