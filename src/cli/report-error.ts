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
    const isSystem = isSystemError(error)
    const message = isSystem ? systemErrorText(error) : error instanceof Error ? error.message : String(error)
    const shown = isSystem || !(error instanceof Error) ? message : (error.stack ?? message)
    terminal.note(`conclave: ${printable(shown)}\n`)
    if (json) terminal.write(`${JSON.stringify({ error: { code: "UNKNOWN", message } })}\n`)
    return exitCodes.error
  }
  if (json) terminal.write(`${JSON.stringify({ error })}\n`)
  const isOne = new Set(error.problems.map(({ message }) => message)).size === 1
  const problems =
    error.problems.length > 1 && !isOne ? error.problems.map(({ field, message }) => `  ${field}: ${message}`) : []
  const text = problems.length > 0 ? `there are ${problems.length} problems\n${problems.join("\n")}` : error.message
  terminal.note(`conclave: ${printable(text)}\n`)
  return codes[error.code] ?? exitCodes.error
}

interface SystemError extends Error {
  readonly code: string
  readonly syscall: string
  readonly path?: string
  readonly address?: string
  readonly port?: number
}

/** A file that is not there, a folder that may not be written. */
function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && "code" in error && "syscall" in error
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder; check the path",
  EEXIST: "is there already; name another file, or remove it first",
  EACCES: "may not be opened by you; change its permissions, or name another place",
  EPERM: "may not be opened by you; change its permissions, or name another place",
  EROFS: "is on a disk that cannot be written to; name another place",
  EISDIR: "is a folder; name a file",
  ENOTDIR: "a part of the path is a file, not a folder; check the path",
  ENOSPC: "the disk is full; make room, or name another place",
  EMFILE: "too many files are open; raise the limit with ulimit -n",
}

/** Which path, what is wrong with it and what to do. */
function systemErrorText({ code, path, message, address, port }: SystemError): string {
  if (code === "ECONNREFUSED" && address !== undefined)
    return `nothing listens at ${address}:${port}; start it, or check the address`
  const problem = fileProblems[code]
  return problem === undefined || path === undefined ? message : `${path}: ${problem}`
}
