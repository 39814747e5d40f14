import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import type * as Sqlite from "node:sqlite"
import { ConclaveError } from "../../core/errors.ts"
import { searchText } from "../search/search-words.ts"
import { Connection } from "./connection.ts"
import { searchSchema } from "./schema/search.ts"
import { squadTriggers } from "./schema/squad.ts"
import { tables } from "./schema/tables.ts"
import { webhookTriggers } from "./schema/webhooks.ts"
import { sqliteError } from "./sqlite-error.ts"
import { timestamp } from "./time.ts"

const fileName = "conclave.db"
const openTimeoutMs = 10_000
const maxWalBytes = 16 * 1024 * 1024

const initialSchema = [tables, squadTriggers, webhookTriggers, searchSchema].join("\n")

/** Versions 1 to 9 were development versions, which are refused. */
const firstVersion = 10

/** SQL that brings a file from one version to the next, oldest first. Never edit an entry after its release. */
const migrations: readonly { readonly version: number; readonly sql: string }[] = [
  { version: firstVersion, sql: initialSchema },
]

const schemaVersion = migrations.at(-1)!.version

/** "CNCL": distinguishes our files from SQLite files of other programs. */
const applicationId = 0x434e434c

/** Opens the database of a data folder, or a temporary one for `memory`, and brings its schema up to date. */
export function openFile(data: string): { readonly sql: Connection; readonly path: string | undefined } {
  const path = data === "memory" ? undefined : prepareFolder(data)
  try {
    const { DatabaseSync } = loadSqlite()
    const database = new DatabaseSync(path ?? ":memory:", { timeout: openTimeoutMs, enableForeignKeyConstraints: true })
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
    const isUnavailable = known instanceof ConclaveError && known.code === "DATABASE_UNAVAILABLE"
    if (!isUnavailable || path === undefined) throw error
    throw new ConclaveError(known.code, `${path}: ${known.message}`, { recoverable: known.recoverable, cause: error })
  }
}

/** The folder holds every discussion in plain text, so only its owner gets access. */
function prepareFolder(data: string): string {
  if (existsSync(join(data, "database", "PG_VERSION"))) {
    const message = `${data} was written by a version of Conclave from before SQLite and cannot be opened; choose another folder with --data, or move it away`
    throw new ConclaveError("INITIALIZATION_FAILED", message)
  }
  const path = join(data, fileName)
  try {
    // Not recursive for the folder itself: in /proc, Node would retry for ever.
    mkdirSync(dirname(resolve(data)), { recursive: true })
    if (!existsSync(data)) mkdirSync(data, { mode: 0o700 })
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600))
    // A folder that also has other files keeps its mode.
    const files = readdirSync(data)
    if (files.every((name) => name.startsWith(fileName))) makePrivate(data)
    for (const name of files) if (name.startsWith(fileName)) makePrivate(join(data, name))
  } catch (error) {
    const isFile = ["EEXIST", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")
    const problem = isFile ? "is a file, or inside one;" : "is not writable; check its owner and permissions, or"
    const message = `the data folder ${data} ${problem} choose another with --data`
    throw new ConclaveError("INITIALIZATION_FAILED", message, { cause: error })
  }
  return path
}

/** Removes the access of group and others. Best effort: only the owner can change a mode. */
function makePrivate(path: string): void {
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    // Removed in the meantime, or owned by another user.
  }
}

function prepare(sql: Connection, path: string | undefined): void {
  const version = versionOf(sql, path)
  // Takes effect only before the first table is created.
  if (version === 0) sql.script(`PRAGMA auto_vacuum = INCREMENTAL`)
  if (path !== undefined) {
    const mode = sql.row<{ journal_mode: string }>("PRAGMA journal_mode = WAL")?.journal_mode
    if (mode !== "wal") {
      const message = `${path}: this file system cannot share a database between processes; choose a folder on a local disk with --data`
      throw new ConclaveError("INITIALIZATION_FAILED", message)
    }
  }
  // NORMAL: we sync the log ourselves, off the event loop (see sqlite-database.ts).
  // secure_delete overwrites deleted rows, so that no part of the file still has their text.
  sql.script(
    `PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = ${maxWalBytes}`,
  )
  if (version < schemaVersion) migrate(sql, path)
  sql.script("PRAGMA busy_timeout = 0")
}

/** Brings the schema up to date. If several processes start at once, one migrates and the others wait. */
function migrate(sql: Connection, path: string | undefined): void {
  sql.script("BEGIN IMMEDIATE")
  try {
    // Another process may have migrated the file in the meantime.
    const current = versionOf(sql, path)
    for (const { version, sql: text } of migrations) if (version > current) sql.script(text)
    sql.script(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
  } catch (error) {
    if (sql.isInTransaction) sql.script("ROLLBACK")
    throw error
  }
}

/** The schema version of the file, 0 if it is new. Throws for files of other programs and of unsupported versions. */
function versionOf(sql: Connection, path: string | undefined): number {
  const { id, tables } = sql.row<{ id: number; tables: number }>(
    `SELECT (SELECT application_id FROM pragma_application_id) AS id, (SELECT count(*) FROM sqlite_schema) AS tables`,
  )!
  if (id === 0 && tables === 0) return 0
  if (id === applicationId) return expectKnownVersion(sql, path)
  const message = `${path} is a database of another program; choose another folder with --data`
  throw new ConclaveError("INITIALIZATION_FAILED", message)
}

/** The same for a file known to be ours; cheap enough to run before every write. */
export function expectKnownVersion(sql: Connection, path: string | undefined): number {
  const { user_version: version } = sql.row<{ user_version: number }>("PRAGMA user_version")!
  if (version >= firstVersion && version <= schemaVersion) return version
  const message =
    version > schemaVersion
      ? `${path} was written by a newer version of Conclave (schema ${version}, this version supports up to ${schemaVersion}); install that version`
      : `${path} was written by a development version of Conclave (schema ${version}) and cannot be opened; run "conclave backup" with that version and "conclave restore" with this one, or move the file away to start empty`
  throw new ConclaveError("INITIALIZATION_FAILED", message)
}

/** Functions that PostgreSQL has and the shared SQL uses, and our own. */
function addFunctions(database: Sqlite.DatabaseSync): void {
  // The built-in one folds only ASCII. This one also normalises Unicode forms of names and searches.
  database.function("lower", { deterministic: true }, (text) =>
    text === null ? null : String(text).normalize("NFKC").toLowerCase(),
  )
  database.function("strpos", { deterministic: true }, (text, part) => String(text).indexOf(String(part)) + 1)
  database.function("search_text", { deterministic: true }, (text) => (text === null ? null : searchText(String(text))))
  database.function("now", timestamp)
}

/** Suppresses the warning of Node 22 that SQLite is experimental, which users cannot act on. */
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
