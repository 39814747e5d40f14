import type { Database } from "../database.ts"

/** Closes every organisation's prompts whose time is up and gives their number. To be called on a schedule. */
export async function timeOutPrompts(database: Database): Promise<number> {
  const text = "SELECT timeout_stale_discussion_prompts() AS closed"
  const { rows } = await database.pool.query<{ closed: number }>(text)
  return rows[0]?.closed ?? 0
}
