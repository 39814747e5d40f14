import { noDiscussion } from "../../ports/discussion-store.ts"
import type { PruneOptions } from "../../ports/storage.ts"
import { rows, type SqlDatabase, type SqlStep, sqlPlaceholders } from "./sql-database.ts"

const ownTables = ["discussion_events", "discussion_logs", "discussion_state", "discussion_labels", "tasks"]
const atOnce = 200
const dayMs = 86_400_000

/** Erases everything stored about a discussion, including idempotent responses and queued webhook deliveries. */
export async function deleteDiscussionRows(sql: SqlDatabase, organisationId: string, id: string): Promise<void> {
  const text = "DELETE FROM discussions WHERE id = $1 AND organisation_id = $2 RETURNING id"
  const mentioning = (table: string, column: string) => ({
    text: `DELETE FROM ${table} WHERE organisation_id = $1 AND strpos(CAST(${column} AS text), $2) > 0`,
    values: [organisationId, id],
  })
  await sql.run(undefined, [
    { text, values: [id, organisationId], otherwise: () => noDiscussion(id) },
    ...deleteTheirRows(sql),
    mentioning("idempotency_keys", "response"),
    mentioning("webhook_deliveries", "body"),
  ])
  await sql.reclaimSpace()
}

/** Deletes old finished discussions in batches, and returns their number. */
export async function prune(
  sql: SqlDatabase,
  { olderThanDays, organisationId, dryRun }: PruneOptions,
): Promise<number> {
  const before = sql.ago(Math.min(olderThanDays * dayMs, Date.now()))
  const isOld = `status IN ('completed', 'failed', 'aborted') AND updated_at < ${before}
    ${organisationId === undefined ? "" : "AND organisation_id = $1"}`
  const values = organisationId === undefined ? [] : [organisationId]
  if (dryRun) {
    const text = `SELECT count(*) AS found FROM discussions WHERE ${isOld}`
    return (await rows<{ found: number }>(sql, undefined, text, values))[0]!.found
  }
  const text = `DELETE FROM discussions WHERE ${isOld} AND id IN (
      SELECT id FROM discussions WHERE ${isOld} ORDER BY updated_at LIMIT ${atOnce} ${sql.skipLocked})
    RETURNING id`
  for (let total = 0; ; ) {
    const [deleted = []] = await sql.run(undefined, [{ text, values }, ...deleteTheirRows(sql)])
    total += deleted.length
    if (deleted.length === atOnce) continue
    if (total > 0) await sql.reclaimSpace()
    return total
  }
}

/**
 * Deletes the other rows of the discussions that the first step deleted. On SQLite, triggers have updated the index.
 */
function deleteTheirRows(sql: SqlDatabase): readonly SqlStep[] {
  return [...ownTables, "discussion_texts", sql.running("words")].map((table) => (results) => {
    const ids = results[0]!.map(({ id }) => id)
    return { text: `DELETE FROM ${table} WHERE discussion_id IN (${sqlPlaceholders(ids, 0) || "NULL"})`, values: ids }
  })
}
