import type { PruneOptions } from "../../../ports/storage.ts"
import { deleteRows } from "../discussions/delete-discussion.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { timeText } from "../time.ts"

const atOnce = 200
const dayMs = 86_400_000

const isOld = `status IN ('completed', 'failed', 'aborted') AND updated_at < ?1 AND (?2 IS NULL OR organisation_id = ?2)`
const oldText = `SELECT id FROM discussions WHERE ${isOld} ORDER BY updated_at LIMIT ${atOnce}`
const countText = `SELECT count(*) AS found FROM discussions WHERE ${isOld}`

/** Deletes finished discussions of long ago, a few at a time, gives the space back, and says how many. */
export async function prune(database: SqliteDatabase, options: PruneOptions): Promise<number> {
  const before = timeText(Math.max(0, Date.now() - options.olderThanDays * dayMs))
  const values = [before, options.organisationId ?? null] as const
  if (options.dryRun) return database.read((sql) => sql.rows<{ found: number }>(countText, ...values)[0]!.found)
  for (let total = 0; ; ) {
    const deleted = await database.write((sql) => {
      const old = sql.rows<{ id: string }>(oldText, ...values)
      for (const { id } of old) deleteRows(sql, id)
      return old.length
    })
    total += deleted
    if (deleted === atOnce) continue
    if (total > 0) await database.shrink()
    return total
  }
}
