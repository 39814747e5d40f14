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
  /** The field that the cursor was sent in, for errors. */
  readonly cursorField?: string
  /** Encodes events for another protocol (default: as this API documents them). */
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
  async open({
    engine,
    discussionId,
    cursor,
    cursorField = "",
    encode,
    ...reader
  }: DiscussionStreamOptions): Promise<Response> {
    const store = this.#sharedReads(engine.store)
    // Also throws if the discussion does not exist.
    const last = await this.eventAfter(engine, discussionId, Math.max(0, cursor.seq - 1))
    if (cursor.seq > 0) {
      if (!last) throw invalidField(cursorField, `there is no event ${cursor.seq} yet`)
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

  /** The event after a number, if there is one. Watches meanwhile, since only watched reads are shared. */
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

/** The last event id that a client sent, in the header or else in the query, and the field it was sent in. */
export function lastEventId({ headers }: Request, after: string | undefined) {
  const header = headers.get("last-event-id") || undefined
  return { value: header ?? after, field: header === undefined ? "query.after" : "Last-Event-ID" }
}

/** Where a client wants to continue: after the last event it received, or from the first. */
export function cursorOfRequest(request: Request, after: string | undefined) {
  const { value, field: cursorField } = lastEventId(request, after)
  const cursor = value === undefined ? { seq: 0, turnOffsets: [] } : parseStreamCursor(value)
  if (cursor) return { cursor, cursorField }
  throw invalidField(cursorField, 'is not an event id; send one as you received it, like "12" or "12:t3:1:80"')
}
