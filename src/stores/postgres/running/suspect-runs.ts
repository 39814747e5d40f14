import pg from "pg"
import type { SuspectWriter } from "../../../ports/jobs.ts"

/** Uses its own connection, in the watchdog's thread: the main thread is blocked at that time. */
export async function suspectWriter(url: string): Promise<SuspectWriter> {
  const client = new pg.Client({ connectionString: url })
  client.on("error", () => {})
  await client.connect()
  return {
    async add(discussionId) {
      const text = "INSERT INTO running.suspects (discussion_id) VALUES ($1) RETURNING id::integer"
      return (await client.query<{ id: number }>(text, [discussionId])).rows[0]!.id
    },
    async update(id, heldMs) {
      await client.query("UPDATE running.suspects SET held_ms = $2 WHERE id = $1", [id, heldMs])
    },
    async remove(id) {
      await client.query("DELETE FROM running.suspects WHERE id = $1", [id])
    },
  }
}
