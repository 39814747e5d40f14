import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"

const ownTables = ["discussion_events", "discussion_logs", "discussion_state", "discussion_labels", "tasks"]

/** All rows of a discussion; triggers take its words out of the index. */
export function deleteRows(sql: Connection, id: string): void {
  for (const table of [...ownTables, "running_words"]) sql.run(`DELETE FROM ${table} WHERE discussion_id = ?`, id)
  sql.run("DELETE FROM discussions WHERE id = ?", id)
}

const owned = "SELECT 1 FROM discussions WHERE id = ? AND organisation_id = ?"

/** Whether there was one. Its bytes are overwritten in the file, and none of them stays in the log beside it. */
export async function deleteDiscussion(database: SqliteDatabase, organisationId: string, id: string): Promise<boolean> {
  const deleted = await database.write((sql) => {
    if (!sql.row(owned, id, organisationId)) return false
    deleteRows(sql, id)
    // Answers that are kept for repeated requests, and what waits to be sent.
    sql.run("DELETE FROM idempotency_keys WHERE organisation_id = ? AND instr(response, ?) > 0", organisationId, id)
    sql.run("DELETE FROM webhook_deliveries WHERE organisation_id = ? AND instr(body, ?) > 0", organisationId, id)
    return true
  })
  if (deleted) await database.shrink()
  return deleted
}
