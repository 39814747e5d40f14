/** Columns that hold JSON, or a yes or no, wherever they stand: SQLite keeps both as plain values. */
export const jsonColumns: ReadonlySet<string> = new Set([
  ...[
    "model_config",
    "ai_model_config",
    "payload",
    "metadata",
    "result",
    "collected_context",
    "mentions",
    "mention_keys",
  ],
  ...["response", "events", "parent", "tags", "seats"],
])
export const booleanColumns: ReadonlySet<string> = new Set([
  ...["squad_member", "is_human", "agreed", "is_noted", "pinned", "archived"],
])
