import type { PoolClient } from "pg"
import { type StoredEvent, upcast } from "../../../core/logs/upcast.ts"
import type { Difference, Rebuilt } from "../../../ports/storage.ts"
import { derive } from "../../projection/derive.ts"
import { projectAll } from "../../projection/project-events.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"
import { logRows, summaryRow } from "../derived-row-values.ts"
import { inTransaction } from "../transaction.ts"

const nextIds = `
SELECT id FROM (
  SELECT id FROM discussions UNION SELECT discussion_id FROM discussion_events
  UNION SELECT discussion_id FROM discussion_logs UNION SELECT discussion_id FROM tasks WHERE discussion_id IS NOT NULL
) AS known WHERE id > $1 ORDER BY id LIMIT 500`

const readEvents = `
SELECT seq, type, (extract(epoch FROM at) * 1000)::bigint AS at, payload AS data, cleaned, version, organisation_id
FROM discussion_events WHERE discussion_id = $1 ORDER BY seq`

/**
 * Works out from the events what the tables should hold and says where they do not; with `repair` makes them so.
 * Discussions may go on meanwhile: each is held still only while it is looked at.
 */
export async function rebuildProjections(database: Database, { repair = false } = {}): Promise<Rebuilt> {
  const differences: Difference[] = []
  let discussions = 0
  let last = "00000000-0000-0000-0000-000000000000"
  try {
    for (;;) {
      const { rows } = await database.pool.query<{ id: string }>(nextIds, [last])
      for (const { id } of rows) {
        const tables = await inTransaction(database.pool, "BEGIN", (client) => rebuild(client, id, repair))
        differences.push(...tables.map((table) => ({ discussionId: id, table })))
      }
      discussions += rows.length
      const end = rows.at(-1)
      if (!end) return { discussions, differences }
      last = end.id
    }
  } catch (error) {
    throw databaseError(error)
  }
}

type Row = StoredEvent & { readonly cleaned: number | null; readonly organisation_id: string }

async function rebuild(client: PoolClient, discussionId: string, repair: boolean): Promise<readonly string[]> {
  await client.query("SELECT FROM discussions WHERE id = $1 FOR UPDATE", [discussionId])
  const { rows } = await client.query<Row>(readEvents, [discussionId])
  const events = (await upcast(rows)).map((event, index) => ({ event, cleaned: rows[index]!.cleaned ?? 0 }))
  const { now, logs } = derive(events, projectAll([]))
  const organisationId = rows[0]?.organisation_id ?? null
  await client.query("SAVEPOINT as_it_was")
  const text = "SELECT rebuild_discussion($1, $2, $3, $4, $5) AS tables"
  const values = [organisationId, discussionId, summaryRow(now), ...logRows(logs)]
  const rebuilt = await client.query<{ tables: readonly string[] }>(text, values)
  if (!repair) await client.query("ROLLBACK TO SAVEPOINT as_it_was")
  return rebuilt.rows[0]!.tables
}
