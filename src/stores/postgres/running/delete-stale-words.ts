import type { Database } from "../database.ts"

/** Words are dropped when the log has them; those of a process that died in between nobody drops but this. */
export async function deleteStaleWords(database: Database): Promise<void> {
  await database.pool.query("DELETE FROM running.words WHERE at < now() - interval '1 hour'")
}
