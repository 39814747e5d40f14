/** Every table with rows of organisations, each after those that it refers to. */
export const backedUpTables = [
  ...["organisations", "projects", "agent_templates", "discussion_participants", "sessions", "discussions"],
  "discussion_labels",
  ...["discussion_events", "discussion_logs", "discussion_state", "tasks", "discussion_prompts", "squad_chat"],
  ...["squad_counters", "api_keys", "spend_accounts", "spend_reservations", "idempotency_keys", "webhooks"],
  "webhook_deliveries",
] as const
