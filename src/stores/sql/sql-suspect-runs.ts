import type { Stalls, SuspectRun } from "../../ports/jobs.ts"
import { rows, type SqlDatabase, sqlPlaceholders } from "./sql-database.ts"

const keptMs = 30 * 24 * 3_600_000

function select(sql: SqlDatabase, which: string, values: readonly unknown[] = []): Promise<readonly SuspectRun[]> {
  const text = `SELECT discussion_id AS "discussionId", count(*) AS times, max(held_ms) AS "longestMs",
      CAST(max(at) AS text) AS at FROM ${sql.running("suspects")} ${which}`
  return rows<SuspectRun>(sql, undefined, text, values)
}

/** How often each of these discussions has blocked its process; those that never did are left out. */
export async function stallsByDiscussion(
  sql: SqlDatabase,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stalls>> {
  const found = await select(sql, `WHERE discussion_id IN (${sqlPlaceholders(ids, 0)}) GROUP BY discussion_id`, ids)
  return new Map(found.map((run) => [run.discussionId, run]))
}

export function listSuspects(sql: SqlDatabase): Promise<readonly SuspectRun[]> {
  return select(sql, "GROUP BY discussion_id ORDER BY max(id) DESC LIMIT 100")
}

export async function deleteOldSuspects(sql: SqlDatabase): Promise<void> {
  await rows(sql, undefined, `DELETE FROM ${sql.running("suspects")} WHERE at < ${sql.ago(keptMs)}`)
}
