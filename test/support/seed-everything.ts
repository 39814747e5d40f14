import { randomUUID } from "node:crypto"
import fc from "fast-check"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import type { TestDatabase } from "./databases.ts"
import { randomDiscussion } from "./random-discussion.ts"

/** Adds at least one row of an organisation to each of many tables, and returns their names. */
export async function seedEverything(
  { storage, query }: TestDatabase,
  organisationId: string,
): Promise<readonly string[]> {
  const [project, agent, session, prompt] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const account = randomUUID()
  const rows: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["projects", { id: project, name: "Bridge" }],
    ["agent_templates", { id: agent, name: "Ada", system_prompt: "Be brief.", model_config: { model: "test/model" } }],
    ["discussion_participants", { project_id: project, agent_id: agent, role: "leader", sequence_order: 1 }],
    ["webhooks", { url: "https://example.org", events: ["prompt.posted"], secret: "s" }],
    ["discussion_prompts", { id: prompt, requester_agent: "Ada", prompt_message: "Which one?" }],
    [
      "squad_chat",
      { agent_name: "Ben", message: "This", discussion_prompt_id: prompt, message_type: "discussion_response" },
    ],
    ["api_keys", { name: "One", key_hash: randomUUID(), scope: "all" }],
    ["spend_accounts", { id: account, usd_limit: 1 }],
    [
      "spend_reservations",
      { id: prompt, account_id: account, usd: 0.1, tokens: 9, expires_at: new Date(9e12).toISOString() },
    ],
    ["idempotency_keys", { route: "/", key: "k", request_hash: "h" }],
  ]
  for (const [table, row] of rows) {
    const columns = ["organisation_id", ...Object.keys(row)]
    const places = columns.map((_, index) => `$${index + 1}`)
    const text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places.join(", ")})`
    await query(text, [organisationId, ...Object.values(row)])
  }
  const store = storage.organisation(organisationId).discussions
  const hives = randomDiscussion.filter(
    ({ states }) => states[0]!.table.format.name === "hive" && states.at(-1)!.turns.length > 0,
  )
  const [hive] = fc.sample(hives, 1)
  // A project has the state of the discussion with the same id.
  await store.append(
    project,
    hive!.events.map((event) => withProject(event, project, session)),
  )
  const derived = ["discussions", "discussion_events", "discussion_logs", "discussion_state", "tasks", "sessions"]
  return [...rows.map(([table]) => table), ...derived, "squad_counters", "webhook_deliveries"]
}

function withProject(event: DiscussionEvent, projectId: string, sessionId: string): DiscussionEvent {
  if (event.type !== "discussion_created") return event
  return { ...event, data: { table: { ...event.data.table, projectId, sessionId } } }
}
