import type { PoolClient } from "pg"
import { type StoredEvent, upcast } from "../../../core/logs/upcast.ts"
import type { Rebuilt } from "../../../ports/storage.ts"
import { derive } from "../../projection/derive.ts"
import { projectAll } from "../../projection/project-events.ts"
import { rebuildAll } from "../../sql/rebuild-all.ts"
import type { Database } from "../database.ts"
import { throwDatabaseError } from "../database-error.ts"
import { logRows, summaryRow } from "../derived-row-values.ts"
import { postgresSql } from "../postgres-sql.ts"
import { inTransaction } from "../transaction.ts"

const readEvents = `
SELECT seq, type, (extract(epoch FROM at) * 1000)::bigint AS at, payload AS data, cleaned, version, organisation_id
FROM discussion_events WHERE discussion_id = $1 ORDER BY seq`
const projectText = "SELECT FROM projects WHERE id = $1 AND organisation_id = $2"
const leaveProjectText = "UPDATE discussion_logs SET project_id = NULL WHERE discussion_id = $1"

/** Discussions may run meanwhile: each is locked only while its own rows are rebuilt. */
export function rebuildProjections(database: Database, { repair = false } = {}): Promise<Rebuilt> {
  const one = (id: string) => inTransaction(database.pool, "BEGIN", (client) => rebuild(client, id, repair))
  return rebuildAll(postgresSql(database), one).catch(throwDatabaseError)
}

type Row = StoredEvent & { readonly cleaned: number | null; readonly organisation_id: string }

async function rebuild(client: PoolClient, discussionId: string, repair: boolean): Promise<readonly string[]> {
  await client.query("SELECT FROM discussions WHERE id = $1 FOR UPDATE", [discussionId])
  const { rows } = await client.query<Row>(readEvents, [discussionId])
  const events = (await upcast(rows)).map((event, index) => ({ event, cleaned: rows[index]!.cleaned ?? 0 }))
  const { now, logs } = derive(events, projectAll([]))
  const organisationId = rows[0]?.organisation_id ?? null
  const project = await client.query(projectText, [now.projectId, organisationId])
  const projectId = project.rows.length > 0 ? now.projectId : null
  await client.query("SAVEPOINT as_it_was")
  // The log names a project that was removed since.
  if (projectId !== now.projectId) await client.query(leaveProjectText, [discussionId])
  const text = "SELECT rebuild_discussion($1, $2, $3, $4, $5) AS tables"
  const values = [organisationId, discussionId, summaryRow({ ...now, projectId }), ...logRows(logs)]
  const rebuilt = await client.query<{ tables: readonly string[] }>(text, values)
  if (!repair) await client.query("ROLLBACK TO SAVEPOINT as_it_was")
  return rebuilt.rows[0]!.tables
}
