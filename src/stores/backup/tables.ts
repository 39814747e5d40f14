import { ConclaveError } from "../../core/errors.ts"
import { localOrganisationId } from "../../ports/key-store.ts"

/** Every table with rows of organisations, each after those that it refers to. */
export const backedUpTables = [
  ...["organisations", "projects", "agent_templates", "discussion_participants", "sessions", "discussions"],
  "discussion_labels",
  ...["discussion_events", "discussion_logs", "discussion_state", "tasks", "discussion_prompts", "squad_chat"],
  ...["squad_counters", "api_keys", "spend_accounts", "spend_reservations", "idempotency_keys", "webhooks"],
  "webhook_deliveries",
] as const

/** Those that wait are run too, so that a wait that is not for ever is seen to its end. */
export const unfinishedText = `
SELECT organisation_id AS "organisationId", id AS "discussionId" FROM discussions WHERE status IN ('running', 'waiting')`

/** Throws where there are rows. The organisation for local use comes with the schema, and again with the backup. */
export async function expectEmpty(query: (text: string) => unknown[] | Promise<unknown[]>): Promise<void> {
  for (const table of backedUpTables.toReversed()) {
    // Nothing refers to it any more, once the other tables were seen to be empty.
    if (table === "organisations") await query(`DELETE FROM organisations WHERE id = '${localOrganisationId}'`)
    if ((await query(`SELECT 1 FROM ${table} LIMIT 1`)).length === 0) continue
    const message = `the database is not empty: ${table} has rows. Restore into a new data folder or a new database.`
    throw new ConclaveError("CONFLICT", message)
  }
}
