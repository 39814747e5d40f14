import { createHash } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { type Migration, Migrator } from "kysely/migration"
import { isConnectionLost } from "./database-error.ts"
import { migrations } from "./migrations/index.ts"

/** Tells one schema from another. */
export const schemaVersion = createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 12)

/** Brings the schema up to date. Several processes may do it at once: one does, the others wait. */
export async function migrate(kysely: Kysely<unknown>): Promise<void> {
  if (await isUpToDate(kysely)) return
  const provider = { getMigrations: async () => Object.fromEntries(Object.entries(migrations).map(runnable)) }
  const { error } = await new Migrator({ db: kysely, provider }).migrateToLatest()
  if (error) throw error
}

function runnable([name, text]: readonly [string, string]): [string, Migration] {
  return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
}

/** Asking the migrator costs it a look at every table there is; nearly always one row tells. */
async function isUpToDate(kysely: Kysely<unknown>): Promise<boolean> {
  try {
    const done = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(kysely)
    return JSON.stringify(done.rows.map(({ name }) => name)) === JSON.stringify(Object.keys(migrations).toSorted())
  } catch (error) {
    if (isConnectionLost(error)) throw error
    return false
  }
}
