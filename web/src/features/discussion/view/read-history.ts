import type { z } from "zod"
import type { eventPage } from "../../../../../src/server/schemas/answers.ts"
import { eventsPath } from "../../../api/discussions.ts"
import { request } from "../../../api/request.ts"
import type { StreamEvent } from "../../../api/sse-parser.ts"

type EventPage = z.infer<typeof eventPage>

export interface HistoryOptions {
  readonly id: string
  /** The number of the last event known already. */
  readonly after: number
  readonly signal: AbortSignal
  readonly onEvents: (events: readonly StreamEvent[], last: number) => void
}

const pageSize = 1_000

/** Reads all that has happened, in pages. False where nothing can follow it. */
export async function readHistory({ id, after, signal, onEvents }: HistoryOptions): Promise<boolean> {
  for (let place = after; ; ) {
    const query = { after: place, limit: pageSize }
    const { events, next } = await request<EventPage>(eventsPath(id), { query, signal })
    const last = events.at(-1)
    if (last) onEvents(events.map(asStreamed), last.seq)
    if (next === null) return false
    if (events.length < pageSize) return true
    place = next
  }
}

function asStreamed({ seq, type, at, data }: EventPage["events"][number]): StreamEvent {
  return { id: String(seq), type: type.replaceAll("_", "-"), data: { ...data, timestamp: at } }
}
