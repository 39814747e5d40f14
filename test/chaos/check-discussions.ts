import { expect } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { fold } from "../../src/core/discussion/fold.ts"
import type { Database } from "../../src/stores/postgres/database.ts"
import { localOrganisation } from "../../src/stores/postgres/organisation.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import type { Line } from "./discussing-process.ts"

/** All discussions of a database, by id. */
export async function allLogs(database: Database): Promise<ReadonlyMap<string, readonly DiscussionEvent[]>> {
  const { rows } = await database.pool.query<{ id: string }>("SELECT id FROM discussions")
  const store = new PostgresDiscussionStore({ database, organisationId: localOrganisation })
  const logs = await Promise.all(rows.map(async ({ id }) => [id, await store.read(id)] as const))
  return new Map(logs)
}

/** Whole, in order, over, and no turn twice. */
export function checkLogs(logs: ReadonlyMap<string, readonly DiscussionEvent[]>): void {
  for (const [id, events] of logs) {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const state = fold(id, events)
    expect(state.status).toBe("completed")
    const turns = state.turns.map((turn) => turn.id)
    expect(new Set(turns).size).toBe(turns.length)
  }
}

/** What a process saw committed is there still, as it saw it. */
export function checkSeen(logs: ReadonlyMap<string, readonly DiscussionEvent[]>, lines: readonly Line[]): void {
  const lost = lines.filter(
    (line) => line.kind === "event" && logs.get(line.discussionId)?.[line.seq - 1]?.type !== line.type,
  )
  expect(lost).toEqual([])
}

/** How often the most interrupted discussion had its open calls made again because the process that made them was gone. */
export function mostInterruptions(logs: ReadonlyMap<string, readonly DiscussionEvent[]>): number {
  const counts = [...logs.values()].map((events) => {
    const again = events.filter(
      ({ type, data }) => (type === "turn_retried" || type === "ballot_retried") && data.reason === "interrupted",
    )
    // Calls that were under way together are made again together.
    return new Set(again.map(({ at }) => at)).size
  })
  return Math.max(0, ...counts)
}
