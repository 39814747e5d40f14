import { ConclaveError } from "../../core/errors.ts"
import type { Connection } from "./connection.ts"
import { searchSchema } from "./schema/search.ts"
import { squadSchema } from "./schema/squad.ts"
import { tables } from "./schema/tables.ts"
import { webhookSchema } from "./schema/webhooks.ts"

const initialSchema = [tables, squadSchema, webhookSchema, searchSchema].join("\n")

/** Versions 1 to 9 were development versions, which are refused. */
const firstVersion = 10

/** SQL that brings a file from one version to the next, oldest first. Never edit an entry after its release. */
const migrations: readonly { readonly version: number; readonly sql: string }[] = [
  { version: firstVersion, sql: initialSchema },
]

export const schemaVersion = migrations.at(-1)!.version

/** "CNCL": distinguishes our files from SQLite files of other programs. */
const applicationId = 0x434e434c

/** Brings the schema up to date. If several processes start at once, one migrates and the others wait. */
export function migrate(sql: Connection, path: string | undefined): void {
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
export function versionOf(sql: Connection, path: string | undefined): number {
  const { id, tables } = sql.row<{ id: number; tables: number }>(
    `SELECT (SELECT application_id FROM pragma_application_id) AS id, (SELECT count(*) FROM sqlite_schema) AS tables`,
  )!
  if (id === applicationId || (id === 0 && tables === 0)) return expectKnownVersion(sql, path)
  const message = `${path} is a database of another program; choose another folder with --data`
  throw new ConclaveError("INITIALIZATION_FAILED", message)
}

/** The same for a file known to be ours; cheap enough to run before every write. */
export function expectKnownVersion(sql: Connection, path: string | undefined): number {
  const { user_version: version } = sql.row<{ user_version: number }>("PRAGMA user_version")!
  if (version === 0 || (version >= firstVersion && version <= schemaVersion)) return version
  const message =
    version > schemaVersion
      ? `${path} was written by a newer version of Conclave (schema ${version}, this version supports up to ${schemaVersion}); install that version`
      : `${path} was written by a development version of Conclave (schema ${version}) and cannot be opened; run "conclave backup" with that version and "conclave restore" with this one, or move the file away to start empty`
  throw new ConclaveError("INITIALIZATION_FAILED", message)
}
