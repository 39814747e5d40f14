import { upcast } from "../../../core/logs/upcast.ts"
import type { Rebuilt } from "../../../ports/storage.ts"
import { derive } from "../../projection/derive.ts"
import { projectAll } from "../../projection/project-events.ts"
import { rebuildAll } from "../../sql/rebuild-all.ts"
import type { Connection, Value } from "../connection.ts"
import { insertDiscussion, insertLogs, storeStateAndTask } from "../discussions/derived-rows.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { decode, sqliteSql } from "../sqlite-sql.ts"

interface EventRow {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly payload: string
  readonly cleaned: number | null
  readonly version: number
  readonly organisation_id: string
}

/** Tables derived from events, and their columns with the discussion's id. */
const derived = {
  discussions: "id",
  discussion_logs: "discussion_id",
  discussion_state: "discussion_id",
  tasks: "discussion_id",
}

const lastSeq = "SELECT max(seq) AS last FROM discussion_events WHERE discussion_id = ?"
const projectText = "SELECT 1 FROM projects WHERE id = ? AND organisation_id = ?"
const leaveProjectText = "UPDATE discussion_logs SET project_id = NULL WHERE discussion_id = ?"
const readEvents = "SELECT * FROM discussion_events WHERE discussion_id = ? ORDER BY seq"

/** Discussions may run meanwhile: each is locked only while its own rows are rebuilt. */
export function rebuildProjections(database: SqliteDatabase, { repair = false } = {}): Promise<Rebuilt> {
  return rebuildAll(sqliteSql(database), (id) => rebuildOne(database, id, repair))
}

async function rebuildOne(database: SqliteDatabase, id: string, repair: boolean): Promise<readonly string[]> {
  for (;;) {
    const rows = await database.read((sql) => sql.rows<EventRow>(readEvents, id))
    const stored = rows.map(({ seq, type, at, payload, version }) => {
      return { seq, type, version, at: Date.parse(at), data: JSON.parse(payload) as object }
    })
    const events = (await upcast(stored)).map((event, index) => ({ event, cleaned: rows[index]!.cleaned ?? 0 }))
    const derivedRowsNow = derive(events, projectAll([]))
    const tables = await database.write((sql) => {
      // The log may have grown since it was read.
      const { last } = sql.row<{ last: number | null }>(lastSeq, id)!
      return (last ?? 0) === rows.length ? rebuild(sql, id, rows, derivedRowsNow, repair) : undefined
    })
    if (tables) return tables
  }
}

function rebuild(
  sql: Connection,
  discussionId: string,
  rows: readonly EventRow[],
  { now: projected, logs }: ReturnType<typeof derive>,
  repair: boolean,
): readonly string[] {
  const organisationId = rows[0]?.organisation_id ?? ""
  const project = sql.row(projectText, projected.projectId, organisationId)
  const now = { ...projected, projectId: project ? projected.projectId : null }
  sql.run("SAVEPOINT before_rebuild")
  // The log names a project that was removed since.
  if (now.projectId !== projected.projectId) sql.run(leaveProjectText, discussionId)
  const before = derivedRows(sql, discussionId)
  for (const [table, column] of Object.entries(derived))
    sql.run(`DELETE FROM ${table} WHERE ${column} = ?`, discussionId)
  const key = { organisationId, discussionId }
  if (rows.length > 0) {
    insertDiscussion(sql, key, now)
    insertLogs(sql, key, now, logs)
    storeStateAndTask(sql, key, now)
  }
  const rebuilt = derivedRows(sql, discussionId)
  if (!repair) sql.run("ROLLBACK TO before_rebuild")
  sql.run("RELEASE before_rebuild")
  return Object.keys(derived).filter((table) => before.get(table) !== rebuilt.get(table))
}

/** A discussion's rows by table, without the ids that are assigned on insertion. */
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

/** Sorts keys: JSON restored from PostgreSQL has them in another order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== "object" || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, ordered(inner)])
}
