import { useEffect, useRef, useState } from "react"
import { ApiError } from "../../../api/api-error.ts"
import { useApiKey } from "../../../api/api-key.ts"
import { eventsPath } from "../../../api/discussions.ts"
import { retryDelayMs, type StreamState } from "../../../api/follow-events.ts"
import { publicEvent } from "../../../api/public-event.ts"
import { isTransient } from "../../../api/query-client.ts"
import { useEvents } from "../../../api/use-events.ts"
import { readHistory } from "./read-history.ts"
import type { ViewStore } from "./view-store.ts"

interface StreamStatus {
  readonly state: StreamState
  readonly error?: ApiError | undefined
}

/** Fills the view: what has happened comes in large pages, and from there on the stream is followed. */
export function useDiscussionStream(id: string, store: ViewStore): StreamStatus {
  const { key } = useApiKey()
  const [history, setHistory] = useState<StreamStatus>({ state: "connecting" })
  const seen = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key opens what another did not
  useEffect(() => {
    if (store.isCaughtUp) return
    const controller = new AbortController()
    const { signal } = controller
    const onEvents: Parameters<typeof readHistory>[0]["onEvents"] = (events, last) => {
      seen.current = last
      store.enqueue(events)
    }
    const read = async (failures: number): Promise<void> => {
      try {
        const isOngoing = await readHistory({ id, after: seen.current, signal, onEvents })
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
    path: isLive ? eventsPath(id) : undefined,
    after: String(seen.current),
    onEvents: (events) => store.enqueue(events.map(publicEvent)),
  })
  return isLive ? stream : history
}
