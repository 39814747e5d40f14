import type { BackupRow } from "../../../ports/storage.ts"
import { backedUpTables } from "../../backup/tables.ts"
import type { Connection, Value } from "../connection.ts"
import { decode, jsonColumns } from "../sqlite-sql.ts"

const rowsAtOnce = 200

/** Every row of every organisation, as PostgreSQL would write it in JSON. Memory does not grow with the database. */
export function* backupRows(sql: Connection): Generator<readonly BackupRow[]> {
  for (const table of backedUpTables) {
    let some: BackupRow[] = []
    for (const row of sql.iterate(`SELECT * FROM ${table}`)) {
      some.push({ table, row: portable(row) })
      if (some.length < rowsAtOnce) continue
      yield some
      some = []
    }
    if (some.length > 0) yield some
  }
}

/** JSON in a row goes through as text, so that it stays as it was written. */
function portable(row: Record<string, Value>): string {
  const fields = Object.entries(row).map(([column, value]) => {
    const isJson = value !== null && jsonColumns.has(column)
    return `${JSON.stringify(column)}:${isJson ? value : JSON.stringify(decode(column, value))}`
  })
  return `{${fields.join(",")}}`
}
