import type { SuspectWriter } from "../../../ports/jobs.ts"
import { openFile } from "../open-file.ts"
import { timestamp } from "../time.ts"

/** Uses its own connection, in the watchdog's thread: the main thread is blocked at that time. */
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
