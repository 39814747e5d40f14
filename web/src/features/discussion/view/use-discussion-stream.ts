import { useEffect, useRef, useState } from "react"
import { retryDelayMs, type StreamState } from "../../../../../src/client/follow-stream.ts"
import { decodeSse } from "../../../../../src/core/public/encode-sse.ts"
import type { PublicEvent } from "../../../../../src/core/public/types.ts"
import { ApiError } from "../../../api/api-error.ts"
import { useApiKey } from "../../../api/api-key.ts"
import { eventsPath } from "../../../api/discussions.ts"
import { isTransient } from "../../../api/query-client.ts"
import { request } from "../../../api/request.ts"
import { useEvents } from "../../../api/use-events.ts"
import type { ViewStore } from "./view-store.ts"

interface StreamStatus {
  readonly state: StreamState
  readonly error?: ApiError | undefined
}

/**
 * Fills the view: loads past events in large pages, then follows the stream. Does nothing without an id.
 * With a seat, events are read as that seat may see them.
 */
export function useDiscussionStream(id: string | undefined, store: ViewStore, seat?: string): StreamStatus {
  const { key } = useApiKey()
  const [history, setHistory] = useState<StreamStatus>({ state: "connecting" })
  const seen = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key may have access
  useEffect(() => {
    if (id === undefined || store.isCaughtUp) return
    const controller = new AbortController()
    const { signal } = controller
    const onEvents: HistoryOptions["onEvents"] = (events, last) => {
      seen.current = last
      store.enqueue(events)
    }
    const read = async (failures: number): Promise<void> => {
      try {
        const isOngoing = await readHistory({ id, seat, after: seen.current, signal, onEvents })
        store.catchUp()
        setHistory({ state: isOngoing ? "live" : "ended" })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ApiError && !isTransient(error)) return setHistory({ state: "refused", error })
        setHistory({ state: "reconnecting" })
        setTimeout(() => void (signal.aborted || read(failures + 1)), retryDelayMs(failures))
      }
    }
    void read(0)
    return () => controller.abort()
  }, [id, store, key])

  const isLive = history.state === "live"
  const stream = useEvents({
    path: isLive && id !== undefined ? eventsPath(id, seat) : undefined,
    after: String(seen.current),
    decode: decodeSse,
    onEvents: store.enqueue,
  })
  return isLive ? stream : history
}

interface EventPage {
  readonly events: readonly PublicEvent[]
  /** null on the last page. */
  readonly next: number | null
  readonly over: boolean
}

interface HistoryOptions {
  readonly id: string
  readonly seat: string | undefined
  /** Number of the last known event. */
  readonly after: number
  readonly signal: AbortSignal
  readonly onEvents: (events: readonly PublicEvent[], last: number) => void
}

const pageSize = 1_000

/** Reads all past events in pages. Returns false if the discussion is over. */
async function readHistory({ id, seat, after, signal, onEvents }: HistoryOptions): Promise<boolean> {
  for (let cursor = after; ; ) {
    const query = { after: cursor, limit: pageSize }
    const { events, next, over } = await request<EventPage>(eventsPath(id), { query: { ...query, seat }, signal })
    const last = events.at(-1)
    if (last) onEvents(events, last.seq)
    if (next === null) return !over
    cursor = next
  }
}
