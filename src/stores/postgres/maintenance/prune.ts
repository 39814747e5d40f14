import type { PruneOptions } from "../../../ports/storage.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"

const atOnce = 200

/** Finished discussions that nobody added to since, with everything that belongs to them, in one statement. */
const deleteSome = `
WITH gone AS (
  DELETE FROM discussions WHERE id IN (
    SELECT id FROM discussions
    WHERE status IN ('completed', 'failed', 'aborted') AND updated_at < now() - $1 * interval '1 day'
      AND ($2::uuid IS NULL OR organisation_id = $2)
    ORDER BY updated_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED)
  RETURNING id
),
events AS (DELETE FROM discussion_events WHERE discussion_id IN (SELECT id FROM gone)),
logs AS (DELETE FROM discussion_logs WHERE discussion_id IN (SELECT id FROM gone)),
states AS (DELETE FROM discussion_state WHERE discussion_id IN (SELECT id FROM gone)),
labels AS (DELETE FROM discussion_labels WHERE discussion_id IN (SELECT id FROM gone)),
titles AS (DELETE FROM discussion_texts WHERE discussion_id IN (SELECT id FROM gone)),
done AS (DELETE FROM tasks WHERE discussion_id IN (SELECT id FROM gone))
SELECT count(*) AS deleted FROM gone`

const countAll = `
SELECT count(*)::int AS found FROM discussions
WHERE status IN ('completed', 'failed', 'aborted') AND updated_at < now() - $1 * interval '1 day'
  AND ($2::uuid IS NULL OR organisation_id = $2)`

/** Deletes finished discussions of long ago, a few at a time, and says how many. */
export async function prune(database: Database, options: PruneOptions): Promise<number> {
  const { olderThanDays, organisationId, dryRun } = options
  try {
    if (dryRun) {
      const { rows } = await database.pool.query(countAll, [olderThanDays, organisationId ?? null])
      return (rows[0] as { found: number }).found
    }
    for (let total = 0; ; ) {
      const { rows } = await database.pool.query(deleteSome, [olderThanDays, organisationId ?? null])
      const { deleted } = rows[0] as { deleted: number }
      total += deleted
      if (deleted < atOnce) return total
    }
  } catch (error) {
    throw databaseError(error)
  }
}
