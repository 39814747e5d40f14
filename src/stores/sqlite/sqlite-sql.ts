import { queuedAfterMs } from "../../ports/jobs.ts"
import { type Rows, required, type SqlDatabase, type SqlStatement } from "../sql/sql-database.ts"
import type { Connection, Value } from "./connection.ts"
import { hasNewWords, indexWords } from "./discussions/index-words.ts"
import type { SqliteDatabase } from "./sqlite-database.ts"
import { isMissingReference } from "./sqlite-error.ts"
import { sqlMinutesAfter } from "./time.ts"

/** Columns with JSON or booleans in any table, which SQLite stores as text and numbers. */
export const jsonColumns: ReadonlySet<string> = new Set([
  ...["model_config", "ai_model_config", "payload", "metadata", "result", "collected_context", "mentions"],
  ...["mention_keys", "response", "events", "parent", "tags", "seats", "prompt", "chat"],
])
const booleanColumns: ReadonlySet<string> = new Set([
  "squad_member",
  "is_human",
  "agreed",
  "is_noted",
  "pinned",
  "archived",
])

/** Runs the shared SQL on SQLite. */
export function sqliteSql(database: SqliteDatabase): SqlDatabase {
  return {
    run(_organisationId, steps) {
      const work = (sql: Connection) => {
        const results: Rows[] = []
        for (const step of steps) results.push(runStatement(sql, typeof step === "function" ? step(results) : step))
        return results
      }
      const onlyReads = steps.every((step) => typeof step !== "function" && /^\s*(SELECT|WITH)/.test(step.text))
      return onlyReads ? database.read(work) : database.write(work)
    },
    timeText: (column) => column,
    // One path: with an arrow per key, SQLite would serialise and parse again at each.
    jsonAt: (column, ...path) => `${column} -> '$.${path.join(".")}'`,
    ago,
    waitingRuns: `
      SELECT key AS discussion_id, row_number() OVER (ORDER BY due_at, id) AS place FROM running_jobs
      WHERE queue = 'discussions' AND claimed_by IS NULL AND due_at <= ${ago(queuedAfterMs)}`,
    async prepareSearch() {
      while (await database.read(hasNewWords)) await database.write(indexWords, { durable: false })
    },
    textsMatching: (place) => `
      SELECT t.discussion_id, t.seq FROM discussion_words w JOIN discussion_texts t ON t.id = w.rowid
      WHERE discussion_words MATCH ${place} AND t.organisation_id = $1`,
    searchQuery: (phrases) => phrases.map((words) => `"${words.join(" ")}" *`).join(" OR "),
    running: (table) => `running_${table}`,
    skipLocked: "",
    reclaimSpace: () => database.shrink(),
    isMissingReference,
  }
}

export function ago(ms: number): string {
  return sqlMinutesAfter("'now'", `${-ms / 60_000}`)
}

export function runStatement(sql: Connection, statement: SqlStatement): Rows {
  const found = sql.rows(statement.text.replaceAll(/\$(\d+)/g, "?$1"), ...statement.values.map(encode))
  const rows = found.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, decode(column, value)])),
  )
  return required(statement, rows)
}

export function encode(value: unknown): Value {
  if (value === undefined || value === null) return null
  if (typeof value === "string" || typeof value === "number") return value
  return typeof value === "boolean" ? Number(value) : JSON.stringify(value)
}

export function decode(column: string, value: Value): unknown {
  if (value === null) return null
  if (booleanColumns.has(column)) return value !== 0
  return jsonColumns.has(column) ? JSON.parse(String(value)) : value
}
