import { expect } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { fold } from "../../src/core/discussion/fold.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { TestDatabase } from "../support/databases.ts"
import type { Line } from "./discussing-process.ts"

/** All discussions of a database, by id. */
export async function allLogs({
  storage,
  query,
}: TestDatabase): Promise<ReadonlyMap<string, readonly DiscussionEvent[]>> {
  const rows: { id: string }[] = await query("SELECT id FROM discussions")
  const { discussions } = storage.organisation(localOrganisationId)
  const logs = await Promise.all(rows.map(async ({ id }) => [id, await discussions.read(id)] as const))
  return new Map(logs)
}

/** Checks that the logs are complete and in order, that all discussions ended, and that no turn occurs twice. */
export function checkLogs(logs: ReadonlyMap<string, readonly DiscussionEvent[]>): void {
  for (const [id, events] of logs) {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const state = fold(id, events)
    expect(state.status).toBe("completed")
    const turns = state.turns.map((turn) => turn.id)
    expect(new Set(turns).size).toBe(turns.length)
  }
}

/** Checks that every event that a process saw committed is still there, unchanged. */
export function checkSeen(logs: ReadonlyMap<string, readonly DiscussionEvent[]>, lines: readonly Line[]): void {
  const lost = lines.filter(
    (line) => line.kind === "event" && logs.get(line.discussionId)?.[line.seq - 1]?.type !== line.type,
  )
  expect(lost).toEqual([])
}

/** Maximum number of times that a discussion's open calls were retried because their process had died. */
export function maxInterruptions(logs: ReadonlyMap<string, readonly DiscussionEvent[]>): number {
  const counts = [...logs.values()].map((events) => {
    const again = events.filter(
      ({ type, data }) => (type === "turn_retried" || type === "ballot_retried") && data.reason === "interrupted",
    )
    // Calls in flight at the same time are retried together.
    return new Set(again.map(({ at }) => at)).size
  })
  return Math.max(0, ...counts)
}
