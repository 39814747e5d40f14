import type { Pool, PoolClient } from "pg"
import { ConclaveError } from "../../core/errors.ts"
import { functionAccess, role, rowSecurity } from "./schema/access.ts"
import { derivedRows } from "./schema/derived-rows.ts"
import { eventFunctions } from "./schema/events.ts"
import { runningFunctions, runningTables } from "./schema/running.ts"
import { searchSchema } from "./schema/search.ts"
import { spendFunctions } from "./schema/spend.ts"
import { squadFunctions } from "./schema/squad-functions.ts"
import { tables } from "./schema/tables.ts"
import { webhookFunctions } from "./schema/webhooks.ts"
import { inTransaction } from "./transaction.ts"

/** Each after those that it refers to. */
const initialSchema = [
  ...[role, runningTables, tables, squadFunctions, webhookFunctions, runningFunctions],
  ...[derivedRows, eventFunctions, searchSchema, spendFunctions, rowSecurity],
].join("\n")

/** Names up to 0024 were development versions, which are refused. */
const firstMigration = "0100-schema"

/** SQL by name, run in the order of names. Never edit an entry after its release. */
const migrations: Readonly<Record<string, string>> = {
  [firstMigration]: initialSchema,
}

/** An arbitrary number that other applications are unlikely to use. */
const migrationLock = 0x434e434c

const createTable = `
CREATE TABLE IF NOT EXISTS conclave_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`

/** Brings the schema up to date. If several processes start at once, one migrates and the others wait. */
export async function migrate(pool: Pool): Promise<void> {
  await inTransaction(pool, "BEGIN", async (client) => {
    const table = await client.query("SELECT to_regclass('conclave_migrations') IS NOT NULL AS exists")
    // Usually there is nothing to do, and no lock is needed.
    if (table.rows[0].exists && (await pendingMigrations(client)).length === 0) return
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock])
    await client.query(createTable)
    for (const name of await pendingMigrations(client)) {
      await client.query(migrations[name]!)
      await client.query("INSERT INTO conclave_migrations (name) VALUES ($1)", [name])
    }
    await client.query(functionAccess)
  })
}

/** Runs `work` in one process at a time. */
export async function withMigrationLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  return await inTransaction(pool, "BEGIN", async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [migrationLock])
    return await work()
  })
}

/** Throws if the database does not answer, or a newer version has changed its schema in the meantime. */
export async function checkSchema(pool: Pool): Promise<void> {
  const text = "SELECT name FROM conclave_migrations WHERE name <> ALL ($1) LIMIT 1"
  // After a timeout the driver discards the connection.
  const query = { text, values: [Object.keys(migrations)], query_timeout: 5_000 }
  const { rows } = await pool.query<{ name: string }>(query)
  if (rows[0]) throw unsupportedSchema(rows[0].name)
}

function unsupportedSchema(name: string): ConclaveError {
  const message =
    name > firstMigration
      ? `the database was written by a newer version of Conclave (schema ${name}); install that version`
      : `the database was written by a development version of Conclave (schema ${name}) and cannot be opened; run "conclave backup" with that version and "conclave restore" with this one into a new database`
  return new ConclaveError("INITIALIZATION_FAILED", message)
}

async function pendingMigrations(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM conclave_migrations ORDER BY name DESC")
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name))
  if (unknown) throw unsupportedSchema(unknown.name)
  const applied = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations)
    .toSorted()
    .filter((name) => !applied.has(name))
}
