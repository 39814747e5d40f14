import type { Difference, Rebuilt } from "../../ports/storage.ts"
import { rows, type SqlDatabase } from "./sql-database.ts"

/** Ids of all discussions that have rows of any kind, after a given id. */
const nextIdsText = `
SELECT id FROM (
  SELECT id FROM discussions UNION SELECT discussion_id FROM discussion_events
  UNION SELECT discussion_id FROM discussion_logs UNION SELECT discussion_id FROM tasks WHERE discussion_id IS NOT NULL
) AS known WHERE id > $1 ORDER BY id LIMIT 500`

/** Runs `rebuild` for every discussion; it returns the tables whose rows did not match the discussion's events. */
export async function rebuildAll(
  sql: SqlDatabase,
  rebuild: (id: string) => Promise<readonly string[]>,
): Promise<Rebuilt> {
  const differences: Difference[] = []
  let discussions = 0
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const ids = await rows<{ id: string }>(sql, undefined, nextIdsText, [last])
    for (const { id } of ids) differences.push(...(await rebuild(id)).map((table) => ({ discussionId: id, table })))
    discussions += ids.length
    const end = ids.at(-1)
    if (!end) return { discussions, differences }
    last = end.id
  }
}
