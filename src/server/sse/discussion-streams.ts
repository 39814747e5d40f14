import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { invalidInput } from "../../core/errors.ts"
import type { EngineContext } from "../../engine/context.ts"
import { isFinal } from "../../engine/live/follower.ts"
import { SharedReads } from "../../engine/live/shared-reads.ts"
import { parseStreamCursor, type StreamCursor } from "../../engine/live/stream-cursor.ts"
import type { Clock } from "../../ports/clock.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import { eventStream } from "./event-stream.ts"
import { OpenStreams } from "./open-streams.ts"
import { StepEncoder } from "./step-encoder.ts"

export interface DiscussionStreamOptions {
  readonly engine: EngineContext
  readonly discussionId: string
  readonly place: StreamCursor
  readonly signal: AbortSignal
  readonly cut?: (() => void) | undefined
  readonly onDisconnect?: () => void
  readonly onEnd?: () => void
}

export const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  // no-transform: a proxy that compresses would hold words back until its window is full.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
}

/** Everybody who watches a discussion through this server. */
export class DiscussionStreams {
  readonly streams: OpenStreams
  readonly onError: (error: unknown) => void
  readonly #encoder = new StepEncoder()
  /** One for each organisation's store. */
  readonly #shared = new WeakMap<DiscussionStore, SharedReads>()

  constructor(clock: Clock, onError: (error: unknown) => void) {
    this.streams = new OpenStreams(clock)
    this.onError = onError
  }

  /** Streams a discussion from a place; 204 where its end was seen, so that a client does not come again. */
  async open(options: DiscussionStreamOptions): Promise<Response> {
    const { engine, discussionId, place, ...rest } = options
    const store = this.#sharedReads(engine.store)
    const last = await this.#lastSeen(store, discussionId, place)
    if (place.seq > 0) {
      if (!last) throw invalidInput([{ field: "Last-Event-ID", message: `event ${place.seq} is not there yet` }])
      if (isFinal(last)) return new Response(null, { status: 204, headers: { "cache-control": "no-store" } })
    }
    const source = { store, live: engine.live, clock: engine.clock }
    const { streams, onError } = this
    const body = eventStream({ ...rest, source, discussionId, place, streams, encoder: this.#encoder, onError })
    return new Response(body, { headers: streamHeaders })
  }

  /** Also finds out whether the discussion is there at all. Watched while it reads, since only then reads are shared. */
  async #lastSeen(
    store: SharedReads,
    discussionId: string,
    { seq }: StreamCursor,
  ): Promise<DiscussionEvent | undefined> {
    const unwatch = store.watch(discussionId, () => {})
    try {
      const [event] = await store.read(discussionId, Math.max(0, seq - 1), 1)
      return event
    } finally {
      unwatch()
    }
  }

  #sharedReads(store: DiscussionStore): SharedReads {
    const known = this.#shared.get(store)
    if (known) return known
    const shared = new SharedReads(store)
    this.#shared.set(store, shared)
    return shared
  }
}

/** Where a client wants to go on: after the last event it got, or from the first. */
export function cursorOfRequest(request: Request, after: string | undefined): StreamCursor {
  const header = request.headers.get("last-event-id")
  const given = header !== null && header !== "" ? header : after
  if (given === undefined) return { seq: 0, turnOffsets: [] }
  const place = parseStreamCursor(given)
  if (place) return place
  const field = given === header ? "Last-Event-ID" : "query.after"
  throw invalidInput([{ field, message: 'is not an id of an event; send one as it came, like "12" or "12:t3:1:80"' }])
}
