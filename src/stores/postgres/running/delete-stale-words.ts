import type { Database } from "../database.ts"

/** Words are dropped when the log has them; those of a process that died in between nobody drops but this. */
export async function deleteStaleWords(database: Database): Promise<void> {
  await database.pool.query(
    `DELETE FROM running.words w
     WHERE at < now() - interval '1 hour'
       OR (at < now() - interval '1 minute'
         AND NOT EXISTS (SELECT FROM running.runs r WHERE r.discussion_id = w.discussion_id))`,
  )
}
