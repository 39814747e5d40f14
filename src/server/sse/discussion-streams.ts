import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { invalidField } from "../../core/errors.ts"
import type { EngineContext } from "../../engine/context.ts"
import { type FollowedEvent, Follower, isFinal } from "../../engine/live/follower.ts"
import { SharedReads } from "../../engine/live/shared-reads.ts"
import { parseStreamCursor, type StreamCursor } from "../../engine/live/stream-cursor.ts"
import type { Clock } from "../../ports/clock.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import { EventEncoder } from "./event-encoder.ts"
import { type FeedOptions, type FeedReader, feedResponse, OpenStreams } from "./feed.ts"

interface DiscussionStreamOptions extends FeedReader {
  readonly engine: EngineContext
  readonly discussionId: string
  readonly cursor: StreamCursor
  /** Where the reader knows the events in words of its own. */
  readonly encode?: FeedOptions<FollowedEvent>["encode"]
  readonly first?: Uint8Array
}

export class DiscussionStreams {
  readonly streams: OpenStreams
  readonly onError: (error: unknown) => void
  readonly #encoder = new EventEncoder()
  readonly #shared = new WeakMap<DiscussionStore, SharedReads>()

  constructor(clock: Clock, onError: (error: unknown) => void) {
    this.streams = new OpenStreams(clock)
    this.onError = onError
  }

  /** Streams a discussion from a cursor; 204 after its last event, so that an EventSource does not reconnect. */
  async open({ engine, discussionId, cursor, encode, ...reader }: DiscussionStreamOptions): Promise<Response> {
    const store = this.#sharedReads(engine.store)
    // Also finds out whether the discussion exists.
    const last = await this.eventAfter(engine, discussionId, Math.max(0, cursor.seq - 1))
    if (cursor.seq > 0) {
      if (!last) throw invalidField("Last-Event-ID", `there is no event ${cursor.seq} yet`)
      if (isFinal(last)) return new Response(null, { status: 204, headers: { "cache-control": "no-store" } })
    }
    const { live, clock } = engine
    const { streams, onError } = this
    return feedResponse({
      ...reader,
      open: () =>
        new Follower({ store, live, clock }, { discussionId, after: cursor.seq, turnOffsets: cursor.turnOffsets }),
      encode: encode ?? ((events) => this.#encoder.encode(discussionId, events)),
      streams,
      clock,
      onError,
    })
  }

  /** The event after a number, if there is one. Watched while it reads, since only then reads are shared. */
  async eventAfter(engine: EngineContext, discussionId: string, after: number): Promise<DiscussionEvent | undefined> {
    const store = this.#sharedReads(engine.store)
    const unwatch = store.watch(discussionId, () => {})
    try {
      const [event] = await store.read(discussionId, after, 1)
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

/** Where a client wants to continue: after the last event it got, or from the first. */
export function cursorOfRequest(request: Request, after: string | undefined): StreamCursor {
  const header = request.headers.get("last-event-id")
  const given = header !== null && header !== "" ? header : after
  if (given === undefined) return { seq: 0, turnOffsets: [] }
  const cursor = parseStreamCursor(given)
  if (cursor) return cursor
  const field = given === header ? "Last-Event-ID" : "query.after"
  throw invalidField(field, 'is not an event id; send one as you received it, like "12" or "12:t3:1:80"')
}
