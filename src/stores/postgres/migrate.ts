import type { Pool, PoolClient } from "pg"
import { ConclaveError } from "../../core/errors.ts"
import { functionAccess } from "./migrations/0012-function-access.ts"
import { migrations } from "./migrations/index.ts"
import { inTransaction } from "./transaction.ts"

/** Any number that nobody else on the server is likely to take. */
const lock = 0x434e434c

const createTable = `
CREATE TABLE IF NOT EXISTS conclave_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`

/** Brings the schema up to date. Several processes may do it at once: one does, the others wait. */
export async function migrate(pool: Pool): Promise<void> {
  await inTransaction(pool, "BEGIN", async (client) => {
    const table = await client.query("SELECT to_regclass('conclave_migrations') IS NOT NULL AS exists")
    // Nearly always there is nothing to do, and then nobody waits for anybody.
    if (table.rows[0].exists && (await missing(client)).length === 0) return
    await client.query("SELECT pg_advisory_xact_lock($1)", [lock])
    await client.query(createTable)
    for (const name of await missing(client)) {
      await client.query(migrations[name]!)
      await client.query("INSERT INTO conclave_migrations (name) VALUES ($1)", [name])
    }
    await client.query(functionAccess)
  })
}

/** Does something that only one process may do at a time. */
export async function withMigrationLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  return await inTransaction(pool, "BEGIN", async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [lock])
    return await work()
  })
}

/** Throws where the database does not answer, or a newer version has changed its schema meanwhile. */
export async function checkSchema(pool: Pool): Promise<void> {
  const text = "SELECT name FROM conclave_migrations WHERE name <> ALL ($1) LIMIT 1"
  // A connection that does not answer is not to be used again.
  const query = { text, values: [Object.keys(migrations)], query_timeout: 5_000 }
  const { rows } = await pool.query<{ name: string }>(query)
  if (rows[0]) throw newerVersion(rows[0].name)
}

function newerVersion(name: string): ConclaveError {
  const message = `the database was written by a newer version of Conclave (schema ${name}); install that version`
  return new ConclaveError("INITIALIZATION_FAILED", message)
}

async function missing(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM conclave_migrations ORDER BY name")
  const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name))
  if (unknown) throw newerVersion(unknown.name)
  const known = new Set(rows.map(({ name }) => name))
  return Object.keys(migrations)
    .toSorted()
    .filter((name) => !known.has(name))
}
