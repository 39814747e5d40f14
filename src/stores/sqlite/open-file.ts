import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import type * as Sqlite from "node:sqlite"
import { ConclaveError } from "../../core/errors.ts"
import { searchText } from "../search/search-words.ts"
import { Connection } from "./connection.ts"
import { migrate, schemaVersion, versionOf } from "./migrate.ts"
import { sqliteError } from "./sqlite-error.ts"
import { timestamp } from "./time.ts"

const fileName = "conclave.db"
const waitAtOpenMs = 10_000
const largestLogBytes = 16 * 1024 * 1024

/** Opens the database of a data folder, or one in `memory`, and brings its schema up to date. */
export function openFile(data: string): { readonly sql: Connection; readonly path: string | undefined } {
  const path = data === "memory" ? undefined : prepareFolder(data)
  try {
    const { DatabaseSync } = loadSqlite()
    const database = new DatabaseSync(path ?? ":memory:", { timeout: waitAtOpenMs, enableForeignKeyConstraints: true })
    // The default from Node 25 on.
    database.enableDefensive?.(true)
    addFunctions(database)
    const sql = new Connection(database)
    try {
      prepare(sql, path)
    } catch (error) {
      sql.close()
      throw error
    }
    return { sql, path }
  } catch (error) {
    const known = sqliteError(error)
    if (!(known instanceof ConclaveError) || path === undefined || known.message.startsWith(path)) throw error
    throw new ConclaveError(known.code, `${path}: ${known.message}`, { recoverable: known.recoverable, cause: error })
  }
}

/** Whoever may read the folder may read every discussion in it, so it is its owner's alone. */
function prepareFolder(data: string): string {
  if (existsSync(join(data, "database", "PG_VERSION"))) {
    const message = `${data} was written by a version of Conclave before SQLite and cannot be read; name another folder with --data, or move it away`
    throw new ConclaveError("INITIALIZATION_FAILED", message)
  }
  const path = join(data, fileName)
  try {
    // In /proc, Node would try for ever to make a folder together with those above it.
    mkdirSync(dirname(resolve(data)), { recursive: true })
    if (!existsSync(data)) mkdirSync(data, { mode: 0o700 })
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600))
    // A folder with other things in it is not ours to close.
    const files = readdirSync(data)
    if (files.every((name) => name.startsWith(fileName))) makePrivate(data, 0o700)
    for (const name of files) if (name.startsWith(fileName)) makePrivate(join(data, name), 0o600)
  } catch (error) {
    const isFile = ["EEXIST", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")
    const wrong = isFile ? "is a file, or in one" : "cannot be written; see who owns it"
    const message = `the data folder ${data} ${wrong}${isFile ? ";" : ", or"} name another with --data`
    throw new ConclaveError("INITIALIZATION_FAILED", message, { cause: error })
  }
  return path
}

/** Best effort: whoever may write a folder of somebody else's cannot change who may read it. */
function makePrivate(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
  } catch {
    // Removed meanwhile, or not ours.
  }
}

function prepare(sql: Connection, path: string | undefined): void {
  const version = versionOf(sql, path)
  // Only while a file has no tables can it be made to give back space later.
  if (version === 0) sql.script(`PRAGMA auto_vacuum = INCREMENTAL`)
  if (path !== undefined) {
    const mode = sql.row<{ journal_mode: string }>("PRAGMA journal_mode = WAL")?.journal_mode
    if (mode !== "wal") {
      const message = `${path}: this file system cannot share a database between processes; name a folder on a local disk with --data`
      throw new ConclaveError("INITIALIZATION_FAILED", message)
    }
  }
  // NORMAL leaves the log to be synced by us, off the event loop: see sqlite-database.ts.
  // What is deleted is overwritten, so that deleted words are in no part of the file.
  sql.script(
    `PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = ${largestLogBytes}`,
  )
  if (version < schemaVersion) migrate(sql, path)
  sql.script("PRAGMA busy_timeout = 0")
}

/** What PostgreSQL has and the shared SQL uses. */
function addFunctions(database: Sqlite.DatabaseSync): void {
  // SQLite's own knows ASCII alone. This one also makes names and searches the same in every Unicode form.
  database.function("lower", { deterministic: true }, (text) =>
    text === null ? null : String(text).normalize("NFKC").toLowerCase(),
  )
  database.function("strpos", { deterministic: true }, (text, part) => String(text).indexOf(String(part)) + 1)
  database.function("search_text", { deterministic: true }, (text) => (text === null ? null : searchText(String(text))))
  database.function("now", timestamp)
}

/** Node 22 calls it experimental on the standard error of every command; that is nothing a user can act on. */
function loadSqlite(): typeof Sqlite {
  const emitWarning = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (!String(warning).includes("SQLite")) emitWarning(warning, ...rest)
  }) as typeof emitWarning
  try {
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}
