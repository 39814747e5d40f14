import pg from "pg"
import type { HeldUp, SuspectRun, SuspectWriter } from "../../../ports/jobs.ts"
import type { Database } from "../database.ts"

const grouped = `
  SELECT discussion_id AS "discussionId", count(*)::integer AS times, max(held_ms) AS "longestMs", max(at)::text AS at
  FROM running.suspects`

/** Writes on a connection of its own, from a thread of its own: the process is held up then. */
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

/** How often each of these has held up its process, where it has. */
export async function heldUpRuns(
  { pool }: Database,
  discussionIds: readonly string[],
): Promise<ReadonlyMap<string, HeldUp>> {
  const text = `${grouped} WHERE discussion_id = ANY($1::uuid[]) GROUP BY discussion_id`
  const { rows } = await pool.query<SuspectRun>(text, [discussionIds])
  return new Map(rows.map((row) => [row.discussionId, row]))
}

export async function listSuspects({ pool }: Database): Promise<readonly SuspectRun[]> {
  return (await pool.query<SuspectRun>(`${grouped} GROUP BY discussion_id ORDER BY max(id) DESC LIMIT 100`)).rows
}

export async function deleteOldSuspects({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM running.suspects WHERE at < now() - interval '30 days'")
}
