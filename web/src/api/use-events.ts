import { useEffect, useRef, useState } from "react"
import type { ApiError } from "./api-error.ts"
import { useApiKey } from "./api-key.ts"
import { type FollowEventsOptions, followEvents, type StreamState } from "./follow-events.ts"

interface UseEventsOptions<Event> extends Pick<FollowEventsOptions<Event>, "after" | "decode"> {
  /** undefined: follow nothing. */
  readonly path: string | undefined
  readonly onEvents: (events: readonly Event[]) => void
}

/** Follows an event stream while the component is mounted. `after` applies when the path changes. */
export function useEvents<Event>({ path, after, decode, onEvents }: UseEventsOptions<Event>): {
  readonly state: StreamState
  readonly error: ApiError | undefined
} {
  const { key } = useApiKey()
  const [{ state, error }, setState] = useState<{ state: StreamState; error?: ApiError | undefined }>({
    state: "connecting",
  })
  const latest = useRef({ decode, onEvents })
  latest.current = { decode, onEvents }
  const lastId = useRef(after)
  const followedPath = useRef(path)
  if (followedPath.current !== path) {
    followedPath.current = path
    lastId.current = after
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key reopens the stream where it was
  useEffect(() => {
    if (path === undefined) return
    const controller = new AbortController()
    void followEvents({
      path,
      after: lastId.current,
      signal: controller.signal,
      decode: (message) => latest.current.decode(message),
      onEvents(events, last) {
        lastId.current = last
        latest.current.onEvents(events)
      },
      onState: (next, reason) => setState({ state: next, error: reason }),
    })
    return () => controller.abort()
  }, [path, key])

  return { state, error }
}
