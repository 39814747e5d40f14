import { ConclaveError } from "../../core/errors.ts"

/** The first byte of SQLite's extended result codes that say more than "the statement is wrong". */
const unavailable: Readonly<Record<number, string>> = {
  5: "another process has held the database for too long",
  6: "another process has held the database for too long",
  7: "there is not enough memory",
  8: "the database file cannot be written; see who owns it and its folder",
  10: "the disk failed to read or write the database",
  11: "the database file is damaged; restore a backup into a new folder",
  13: "the disk is full; free some space and it goes on",
  14: "the database file cannot be opened; see whether its folder exists and can be written",
  26: "the file is not a SQLite database; move it away, or name another folder with --data",
}

const busy = 5
const foreignKey = 787

/** Whether another process has the database right now. */
export function isBusy(error: unknown): boolean {
  return (codeOf(error) & 0xff) === busy
}

/** Whether a row refers to one that is not there. */
export function isMissingReference(error: unknown): boolean {
  return codeOf(error) === foreignKey
}

/** What the file or the disk is to blame for as DATABASE_UNAVAILABLE; everything else as it is. */
export function sqliteError(error: unknown): unknown {
  const message = unavailable[codeOf(error) & 0xff] ?? diskMessage(error)
  if (message === undefined) return error
  return new ConclaveError("DATABASE_UNAVAILABLE", message, { recoverable: true, cause: error })
}

/** What syncing the file says, which Node does and not SQLite. */
function diskMessage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error)) return undefined
  return "code" in error && error.code === "ENOSPC" ? unavailable[13] : unavailable[10]
}

function codeOf(error: unknown): number {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0
}
