import { localOrganisationId } from "../../../ports/key-store.ts"
import type { BackupRow, Restored, Unfinished } from "../../../ports/storage.ts"
import { notABackup, notEmpty } from "../../backup/backup-file.ts"
import { backedUpTables } from "../../backup/tables.ts"
import type { Connection, Value } from "../connection.ts"
import { indexTexts } from "../schema/discussion-changes.ts"
import { encode, jsonColumns } from "../sqlite-sql.ts"

/** Those that wait are run too, so that a wait that is not for ever is seen to its end. */
const stillRunning = `
SELECT organisation_id AS organisationId, id AS discussionId FROM discussions WHERE status IN ('running', 'waiting')`

/** Puts rows into a database that holds nothing yet, within one transaction. */
export async function restoreRows(sql: Connection, rows: AsyncIterable<BackupRow>): Promise<Restored> {
  expectEmpty(sql)
  const columns = new Map(backedUpTables.map((table) => [table as string, columnsOf(sql, table)]))
  // Rows come as they were; triggers would count and number them again.
  const triggers = sql.rows<{ name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
  for (const { name } of triggers) sql.script(`DROP TRIGGER ${name}`)
  for await (const { table, row } of rows) {
    const known = columns.get(table)
    if (!known) throw notABackup()
    insert(sql, table, known, JSON.parse(row) as Record<string, unknown>)
  }
  for (const { sql: text } of triggers) sql.script(text)
  sql.script(`${indexTexts}
    UPDATE discussion_words_progress SET log_id = (SELECT coalesce(max(id), 0) FROM discussion_logs)`)
  return { unfinished: sql.rows<Unfinished>(stillRunning).map((one) => ({ ...one })) }
}

function expectEmpty(sql: Connection): void {
  // The organisation for local use comes with the schema, and again with the backup.
  const text = "DELETE FROM organisations WHERE id = ? AND NOT EXISTS (SELECT 1 FROM discussions)"
  if (!backedUpTables.some((table) => table !== "organisations" && hasRows(sql, table)))
    sql.run(text, localOrganisationId)
  for (const table of backedUpTables) if (hasRows(sql, table)) throw notEmpty(table)
}

function hasRows(sql: Connection, table: string): boolean {
  return sql.row(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined
}

function columnsOf(sql: Connection, table: string): readonly string[] {
  return sql.rows<{ name: string }>("SELECT name FROM pragma_table_info(?)", table).map(({ name }) => name)
}

function insert(sql: Connection, table: string, columns: readonly string[], row: Readonly<Record<string, unknown>>) {
  const given = columns.filter((column) => column in row)
  const places = given.map(() => "?").join(", ")
  const values = given.map((column) => stored(column, row[column]))
  sql.run(`INSERT INTO ${table} (${given.join(", ")}) VALUES (${places})`, ...values)
}

/** PostgreSQL writes `2026-01-02T03:04:05.6+00:00`. */
const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)$/

function stored(column: string, value: unknown): Value {
  if (value !== null && value !== undefined && jsonColumns.has(column)) return JSON.stringify(value)
  const [, seconds, fraction = ""] = (isTime(column) && typeof value === "string" && time.exec(value)) || []
  return seconds === undefined ? encode(value) : `${seconds}.${fraction.padEnd(6, "0")}Z`
}

function isTime(column: string): boolean {
  return column === "at" || column.endsWith("_at")
}
