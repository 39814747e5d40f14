import type { Difference, Rebuilt } from "../../ports/storage.ts"
import { rows, type SqlDatabase } from "./sql-database.ts"

/** The ids after one, of all that there is something of. */
const nextIdsText = `
SELECT id FROM (
  SELECT id FROM discussions UNION SELECT discussion_id FROM discussion_events
  UNION SELECT discussion_id FROM discussion_logs UNION SELECT discussion_id FROM tasks WHERE discussion_id IS NOT NULL
) AS known WHERE id > $1 ORDER BY id LIMIT 500`

/** Goes through all discussions; `rebuild` gives the tables that differed from what a discussion's events say. */
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
