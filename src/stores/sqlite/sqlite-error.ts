import { ConclaveError } from "../../core/errors.ts"

/** Messages by primary result code (the low byte), for failures of the file, the disk or a lock. */
const unavailable: Readonly<Record<number, string>> = {
  5: "another process kept the database locked for too long",
  6: "another process kept the database locked for too long",
  7: "out of memory",
  8: "the database file is read-only; check the permissions of the file and its folder",
  10: "the disk failed to read or write the database",
  11: "the database file is damaged; restore a backup into a new folder",
  13: "the disk is full; discussions continue once there is free space",
  14: "the database file cannot be opened; check that it is a file, and that you may write to it and its folder",
  26: "the file is not a SQLite database; move it away, or choose another folder with --data",
}

const busy = 5
const foreignKey = 787

/** Whether another process has locked the database. */
export function isBusy(error: unknown): boolean {
  return (codeOf(error) & 0xff) === busy
}

/** Whether a foreign key refers to a row that does not exist. */
export function isMissingReference(error: unknown): boolean {
  return codeOf(error) === foreignKey
}

/** Converts failures of the file or the disk to DATABASE_UNAVAILABLE; returns any other error unchanged. */
export function sqliteError(error: unknown): unknown {
  const message = unavailable[codeOf(error) & 0xff] ?? diskMessage(error)
  if (message === undefined) return error
  return new ConclaveError("DATABASE_UNAVAILABLE", message, { recoverable: true, cause: error })
}

/** For errors of syncing the file, which Node does instead of SQLite. */
function diskMessage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error)) return undefined
  return "code" in error && error.code === "ENOSPC" ? unavailable[13] : unavailable[10]
}

function codeOf(error: unknown): number {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0
}
