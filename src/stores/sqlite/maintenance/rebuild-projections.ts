import type { DiscussionEvent } from "../../../core/discussion/event.ts"
import type { Difference, Rebuilt } from "../../../ports/storage.ts"
import { derive } from "../../projection/derive.ts"
import { projectAll } from "../../projection/project-events.ts"
import type { Connection, Value } from "../connection.ts"
import { insertDiscussion, insertLogs, storeOthers } from "../discussions/derived-rows.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { decode } from "../sqlite-sql.ts"

interface EventRow {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly payload: string
  readonly cleaned: number | null
  readonly organisation_id: string
}

/** The tables that follow from events, and which of their columns names the discussion. */
const derived = {
  discussions: "id",
  discussion_logs: "discussion_id",
  discussion_state: "discussion_id",
  tasks: "discussion_id",
}

const nextIds = `
SELECT id FROM (
  SELECT id FROM discussions UNION SELECT discussion_id FROM discussion_events
  UNION SELECT discussion_id FROM discussion_logs UNION SELECT discussion_id FROM tasks WHERE discussion_id IS NOT NULL
) AS known WHERE id > ? ORDER BY id LIMIT 500`
const readEvents = "SELECT * FROM discussion_events WHERE discussion_id = ? ORDER BY seq"

/** Discussions may go on meanwhile: each is held still only while it is looked at. */
export async function rebuildProjections(database: SqliteDatabase, { repair = false } = {}): Promise<Rebuilt> {
  const differences: Difference[] = []
  let discussions = 0
  for (let last = ""; ; ) {
    const ids = await database.read((sql) => sql.rows<{ id: string }>(nextIds, last))
    for (const { id } of ids) {
      const tables = await database.write((sql) => rebuild(sql, id, repair))
      differences.push(...tables.map((table) => ({ discussionId: id, table })))
    }
    discussions += ids.length
    const end = ids.at(-1)
    if (!end) return { discussions, differences }
    last = end.id
  }
}

function rebuild(sql: Connection, discussionId: string, repair: boolean): readonly string[] {
  const rows = sql.rows<EventRow>(readEvents, discussionId)
  const events = rows.map(({ seq, type, at, payload, cleaned }) => {
    const event = { seq, type, at: Date.parse(at), data: JSON.parse(payload) } as DiscussionEvent
    return { event, cleaned: cleaned ?? 0 }
  })
  const { now, logs } = derive(events, projectAll([]))
  const kept = derivedRows(sql, discussionId)
  sql.run("SAVEPOINT as_it_was")
  for (const [table, column] of Object.entries(derived))
    sql.run(`DELETE FROM ${table} WHERE ${column} = ?`, discussionId)
  const whose = { organisationId: rows[0]?.organisation_id ?? "", discussionId }
  if (rows.length > 0) {
    insertDiscussion(sql, whose, now)
    insertLogs(sql, whose, now, logs)
    storeOthers(sql, whose, now)
  }
  const rebuilt = derivedRows(sql, discussionId)
  if (!repair) sql.run("ROLLBACK TO as_it_was")
  sql.run("RELEASE as_it_was")
  return Object.keys(derived).filter((table) => kept.get(table) !== rebuilt.get(table))
}

/** What each table holds of a discussion, but for the numbers that rows get when they are written. */
function derivedRows(sql: Connection, discussionId: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(derived).map(([table, column]) => {
      const rows = sql.rows(`SELECT * FROM ${table} WHERE ${column} = ?`, discussionId)
      return [table, rows.map(comparable).toSorted().join("\n")]
    }),
  )
}

function comparable({ id: _, ...row }: Record<string, Value>): string {
  return JSON.stringify(Object.entries(row).map(([column, value]) => ordered(decode(column, value))))
}

/** A row that came from PostgreSQL has the keys of its JSON in another order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== "object" || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, ordered(inner)])
}
