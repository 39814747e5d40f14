import { ConclaveError } from "../../core/errors.ts"
import { localOrganisationId } from "../../ports/key-store.ts"

/** Every table with rows of organisations, in an order that satisfies foreign keys. */
export const backedUpTables = [
  ...["organisations", "projects", "agent_templates", "discussion_participants", "sessions", "discussions"],
  "discussion_labels",
  ...["discussion_events", "discussion_logs", "discussion_state", "tasks", "discussion_prompts", "squad_chat"],
  ...["squad_counters", "api_keys", "spend_accounts", "spend_reservations", "idempotency_keys", "webhooks"],
  "webhook_deliveries",
] as const

/** Includes waiting discussions, so that waits with a time limit end. */
export const unfinishedText = `
SELECT organisation_id AS "organisationId", id AS "discussionId" FROM discussions WHERE status IN ('running', 'waiting')`

/** Throws if there are rows. Deletes the local organisation of the schema, since the backup has it too. */
export async function expectEmpty(query: (text: string) => unknown[] | Promise<unknown[]>): Promise<void> {
  for (const table of backedUpTables.toReversed()) {
    // All tables that could refer to it are empty.
    if (table === "organisations") await query(`DELETE FROM organisations WHERE id = '${localOrganisationId}'`)
    if ((await query(`SELECT 1 FROM ${table} LIMIT 1`)).length === 0) continue
    const fix = "restore into a new data folder (--data) or a new database (--database)"
    throw new ConclaveError("CONFLICT", `the database is not empty, and a backup cannot be merged into it; ${fix}`)
  }
}
