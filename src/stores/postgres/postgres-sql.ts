import { type Rows, required, type SqlDatabase, type SqlStep } from "../sql/sql-database.ts"
import type { Database } from "./database.ts"
import { throwDatabaseError } from "./database-error.ts"
import { prepared } from "./pipelined-connections.ts"
import { indexNewTexts } from "./text-indexer.ts"
import { inTransaction } from "./transaction.ts"

export const ago = (ms: number) => `now() - interval '${ms} milliseconds'`

/** Runs the shared SQL on PostgreSQL. */
export function postgresSql(database: Database): SqlDatabase {
  const run = async (
    query: (text: string, values: unknown[]) => Promise<{ rows: Rows }>,
    steps: readonly SqlStep[],
  ) => {
    const results: Rows[] = []
    for (const step of steps) {
      const statement = typeof step === "function" ? step(results) : step
      results.push(required(statement, (await query(statement.text, [...statement.values])).rows))
    }
    return results
  }
  return {
    async run(organisationId, steps) {
      const [only] = steps
      const isAlone = steps.length === 1 && typeof only === "object" && !only.otherwise
      if (organisationId !== undefined && isAlone) {
        return [await database.callFor(organisationId, prepared(only.text, only.values))]
      }
      if (organisationId !== undefined) {
        return database.transaction(organisationId, (client) =>
          run((text, values) => client.query(text, values), steps),
        )
      }
      const { pool } = database
      const done =
        steps.length === 1
          ? run((text, values) => pool.query(text, values), steps)
          : inTransaction(pool, "BEGIN", (client) => run((text, values) => client.query(text, values), steps))
      return done.catch(throwDatabaseError)
    },
    timeText: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    jsonAt: (column, ...path) => `${column} #> '{${path.join(",")}}'`,
    ago,
    waitingRuns: "SELECT discussion_id, place FROM waiting_runs()",
    prepareSearch: () => indexNewTexts(database).catch(throwDatabaseError),
    textsMatching: (place, among) => {
      const ids = among === undefined ? "" : `, ARRAY[${among}]::uuid[]`
      return `SELECT discussion_id, seq FROM search_texts(${place}::tsquery${ids})`
    },
    searchQuery: (phrases) =>
      phrases.map((words) => `(${words.map((word) => `'${word}'`).join(" <-> ")}:*)`).join(" | "),
    running: (table) => `running.${table}`,
    skipLocked: "FOR UPDATE SKIP LOCKED",
    reclaimSpace: async () => {},
    isMissingReference: (error) => error instanceof Error && "code" in error && error.code === "23503",
  }
}
