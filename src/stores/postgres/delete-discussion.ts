import type { Database } from "./database.ts"
import { databaseError } from "./database-error.ts"
import { inTransaction } from "./transaction.ts"

const ownTables = [
  ...["discussion_events", "discussion_logs", "discussion_state", "discussion_labels", "discussion_texts", "tasks"],
  "running.words",
]

/** Whether there was one. The role of organisations may not delete events, so this runs as the owner of the tables. */
export async function deleteDiscussion({ pool }: Database, organisationId: string, id: string): Promise<boolean> {
  try {
    return await inTransaction(pool, "BEGIN", async (client) => {
      const owned = "DELETE FROM discussions WHERE id = $1 AND organisation_id = $2"
      if ((await client.query(owned, [id, organisationId])).rowCount === 0) return false
      for (const table of ownTables) await client.query(`DELETE FROM ${table} WHERE discussion_id = $1`, [id])
      // Answers that are kept for repeated requests, and what waits to be sent.
      for (const [table, column] of [
        ["idempotency_keys", "response"],
        ["webhook_deliveries", "body"],
      ]) {
        const text = `DELETE FROM ${table} WHERE organisation_id = $1 AND strpos(${column}::text, $2) > 0`
        await client.query(text, [organisationId, id])
      }
      return true
    })
  } catch (error) {
    throw databaseError(error)
  }
}
