import type { EventSourceMessage } from "eventsource-parser"
import { ApiError } from "../../../src/client/api-error.ts"
import { type FollowStreamOptions, followStream, type StreamState } from "../../../src/client/follow-stream.ts"
import { send } from "./request.ts"

export type { StreamState }

export interface FollowEventsOptions<Event> extends Pick<FollowStreamOptions, "after" | "wait"> {
  /** The address of an event stream, like `/api/v1/chat/events`. */
  readonly path: string
  readonly signal: AbortSignal
  readonly decode: (message: EventSourceMessage) => Event
  /** Called with the events of one read, in order and without duplicates; `lastId` is the id of the last one. */
  readonly onEvents: (events: readonly Event[], lastId: string | undefined) => void
  readonly onState: (state: StreamState, error?: ApiError) => void
}

/** Follows an event stream until it ends or is aborted, reconnecting after lost connections and server restarts. */
export async function followEvents<Event>(options: FollowEventsOptions<Event>): Promise<void> {
  const { path, after, signal, decode, onEvents, onState, wait = waitFor } = options
  const open = (lastId: string | undefined, connection: AbortSignal) => {
    const headers = { accept: "text/event-stream", ...(lastId !== undefined && { "last-event-id": lastId }) }
    return send(path, { headers, signal: connection, cache: "no-store" })
  }
  try {
    for await (const messages of followStream({ open, after, signal, wait, onState }))
      onEvents(messages.map(decode), messages.findLast(({ id }) => id)?.id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    onState("refused", error)
  }
}

/** Resolves early when the network returns or the tab becomes visible. */
function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener("online", done)
      document.removeEventListener("visibilitychange", shown)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const shown = () => {
      if (document.visibilityState === "visible") done()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener("online", done)
    document.addEventListener("visibilitychange", shown)
    signal.addEventListener("abort", done)
  })
}
