import type { PublicEvent } from "../../../../../src/core/public/types.ts"
import { eventsPath } from "../../../api/discussions.ts"
import { request } from "../../../api/request.ts"

interface EventPage {
  readonly events: readonly PublicEvent[]
  readonly next: number | null
}

export interface HistoryOptions {
  readonly id: string
  /** The number of the last event known already. */
  readonly after: number
  readonly signal: AbortSignal
  readonly onEvents: (events: readonly PublicEvent[], last: number) => void
}

const pageSize = 1_000

/** Reads all that has happened, in pages. False where nothing can follow it. */
export async function readHistory({ id, after, signal, onEvents }: HistoryOptions): Promise<boolean> {
  for (let cursor = after; ; ) {
    const query = { after: cursor, limit: pageSize }
    const { events, next } = await request<EventPage>(eventsPath(id), { query, signal })
    const last = events.at(-1)
    if (last) onEvents(events, last.seq)
    if (next === null) return false
    if (events.length < pageSize) return true
    cursor = next
  }
}
