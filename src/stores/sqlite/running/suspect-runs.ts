import type { HeldUp, SuspectRun, SuspectWriter } from "../../../ports/jobs.ts"
import { openFile } from "../open-file.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { timestamp, timeText } from "../time.ts"

const grouped = `
SELECT discussion_id AS discussionId, count(*) AS times, max(held_ms) AS longestMs, max(at) AS at FROM running_suspects`
const keptMs = 30 * 24 * 3_600_000

/** Writes on a connection of its own, from a thread of its own: the process is held up then. */
export function suspectWriter(data: string): SuspectWriter {
  const { sql } = openFile(data)
  sql.script("PRAGMA busy_timeout = 2000")
  return {
    async add(discussionId) {
      const text = "INSERT INTO running_suspects (discussion_id, at) VALUES (?, ?) RETURNING id"
      return sql.row<{ id: number }>(text, discussionId, timestamp())!.id
    },
    async update(id, heldMs) {
      sql.run("UPDATE running_suspects SET held_ms = ? WHERE id = ?", heldMs, id)
    },
    async remove(id) {
      sql.run("DELETE FROM running_suspects WHERE id = ?", id)
    },
  }
}

/** How often each of these has held up its process, where it has. */
export async function heldUpRuns(
  database: SqliteDatabase,
  discussionIds: readonly string[],
): Promise<ReadonlyMap<string, HeldUp>> {
  const text = `${grouped} WHERE discussion_id IN (SELECT value FROM json_each(?)) GROUP BY discussion_id`
  const rows = await database.read((sql) => sql.rows<SuspectRun>(text, JSON.stringify(discussionIds)))
  return new Map(rows.map((row) => [row.discussionId, row]))
}

export function listSuspects(database: SqliteDatabase): Promise<readonly SuspectRun[]> {
  const text = `${grouped} GROUP BY discussion_id ORDER BY max(id) DESC LIMIT 100`
  return database.read((sql) => sql.rows<SuspectRun>(text))
}

export async function deleteOldSuspects(database: SqliteDatabase): Promise<void> {
  const before = timeText(Date.now() - keptMs)
  await database.write((sql) => sql.run("DELETE FROM running_suspects WHERE at < ?", before))
}
