import type { BackupRow, Restored, Unfinished } from "../../../ports/storage.ts"
import { notABackup } from "../../backup/backup-file.ts"
import { backedUpTables, expectEmpty, unfinishedText } from "../../backup/tables.ts"
import type { Connection, Value } from "../connection.ts"
import { indexTexts } from "../schema/search.ts"
import { decode, encode, jsonColumns } from "../sqlite-sql.ts"

const rowsAtOnce = 200

/**
 * All rows of all organisations, in the JSON that PostgreSQL would write. Memory use does not grow with the database.
 */
export function* backupRows(sql: Connection): Generator<readonly BackupRow[]> {
  for (const table of backedUpTables) {
    let batch: BackupRow[] = []
    for (const row of sql.iterate(`SELECT * FROM ${table}`)) {
      batch.push({ table, row: portable(row) })
      if (batch.length < rowsAtOnce) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }
}

/** JSON columns are copied as text, so that they keep their exact form. */
function portable(row: Record<string, Value>): string {
  const fields = Object.entries(row).map(([column, value]) => {
    const isJson = value !== null && jsonColumns.has(column)
    return `${JSON.stringify(column)}:${isJson ? value : JSON.stringify(decode(column, value))}`
  })
  return `{${fields.join(",")}}`
}

/** Restores rows into an empty database, within one transaction. */
export async function restoreRows(sql: Connection, rows: AsyncIterable<BackupRow>): Promise<Restored> {
  await expectEmpty((text) => sql.rows(text))
  const columns = new Map(backedUpTables.map((table) => [table as string, columnsOf(sql, table)]))
  // Triggers would count and number the rows again.
  const triggers = sql.rows<{ name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
  for (const { name } of triggers) sql.script(`DROP TRIGGER ${name}`)
  for await (const { table, row } of rows) {
    const known = columns.get(table)
    if (!known) throw notABackup()
    insert(sql, table, known, JSON.parse(row) as Record<string, unknown>)
  }
  for (const { sql: text } of triggers) sql.script(text)
  sql.script(indexTexts)
  return { unfinished: sql.rows<Unfinished>(unfinishedText).map((one) => ({ ...one })) }
}

function columnsOf(sql: Connection, table: string): readonly string[] {
  return sql.rows<{ name: string }>("SELECT name FROM pragma_table_info(?)", table).map(({ name }) => name)
}

function insert(sql: Connection, table: string, columns: readonly string[], row: Readonly<Record<string, unknown>>) {
  const present = columns.filter((column) => column in row)
  const placeholders = present.map(() => "?").join(", ")
  const values = present.map((column) => stored(column, row[column]))
  sql.run(`INSERT INTO ${table} (${present.join(", ")}) VALUES (${placeholders})`, ...values)
}

/** A time as PostgreSQL writes it in JSON: `2026-01-02T03:04:05.6+00:00`. */
const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:Z|\+00:00)$/

function stored(column: string, value: unknown): Value {
  if (value !== null && value !== undefined && jsonColumns.has(column)) return JSON.stringify(value)
  const [, seconds, fraction = ""] = (isTime(column) && typeof value === "string" && time.exec(value)) || []
  return seconds === undefined ? encode(value) : `${seconds}.${fraction.padEnd(6, "0")}Z`
}

function isTime(column: string): boolean {
  return column === "at" || column.endsWith("_at")
}
