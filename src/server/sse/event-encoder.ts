import type { LiveEvent } from "../../core/discussion/event.ts"
import { sseFields } from "../../core/public/encode-sse.ts"
import { publish } from "../../core/public/publish.ts"
import type { PublicEvent } from "../../core/public/types.ts"
import type { FollowedEvent } from "../../engine/live/follower.ts"
import { formatStreamCursor, type StreamCursor } from "../../engine/live/stream-cursor.ts"
import type { FeedOptions } from "./feed.ts"

interface Batch {
  readonly discussionId: string
  readonly events: readonly FollowedEvent[]
  readonly bytes: Uint8Array
}

const encoder = new TextEncoder()
/** Maximum characters per write, unless a single event is longer. Bounds the memory of a stalled reader. */
const maxWriteLength = 65_536

/** Encodes events as text/event-stream, each event once for all readers. */
export class EventEncoder {
  /** Readers that share reads get the same event objects. */
  readonly #encodedEvents = new WeakMap<LiveEvent, string>()
  /** Readers that keep up encode the same batch one after the other. */
  #lastBatch: Batch | undefined

  /** Encodes as many events as fit into one write. */
  encode(
    discussionId: string,
    events: readonly FollowedEvent[],
  ): { readonly bytes: Uint8Array; readonly count: number } {
    const last = this.#lastBatch
    if (last && last.discussionId === discussionId && sameEvents(last.events, events)) {
      return { bytes: last.bytes, count: events.length }
    }
    const message = ({ event, cursor }: FollowedEvent) => withId(this.#fields(discussionId, event), cursor)
    const { bytes, count } = encodeEach(message)(events)
    this.#lastBatch = count === events.length ? { discussionId, events, bytes } : undefined
    return { bytes, count }
  }

  #fields(discussionId: string, event: LiveEvent): string {
    const known = this.#encodedEvents.get(event)
    if (known !== undefined) return known
    const text = sseFields(discussionId, publish(event))
    if (event.type !== "turn_chunk") this.#encodedEvents.set(event, text)
    return text
  }
}

/** Renders an event for another protocol; empty if the protocol has no equivalent. */
export type RenderEvent = (event: PublicEvent) => string

/** The event as one reader may see it; undefined if it may not. */
export type PublishEvent = (event: LiveEvent) => PublicEvent | undefined

export function encodeRendered(
  render: RenderEvent,
  publishEvent: PublishEvent = publish,
): FeedOptions<FollowedEvent>["encode"] {
  return encodeEach(({ event }) => {
    const published = publishEvent(event)
    return published ? render(published) : ""
  })
}

export function encodePublished(discussionId: string, publishEvent: PublishEvent) {
  return encodeEach(({ event, cursor }) => {
    const published = publishEvent(event)
    return published ? withId(sseFields(discussionId, published), cursor) : ""
  })
}

/** The id comes last: clients that apply it early would skip a message that was cut off. */
export function withId(fields: string, cursor: StreamCursor): string {
  return `${fields}id: ${formatStreamCursor(cursor)}\n\n`
}

/** Encodes as many events as fit into one write. */
export function encodeEach(message: (followed: FollowedEvent) => string): FeedOptions<FollowedEvent>["encode"] {
  return (events) => {
    let text = ""
    let count = 0
    while (count < events.length && text.length < maxWriteLength) text += message(events[count++]!)
    return { bytes: encoder.encode(text), count }
  }
}

function sameEvents(a: readonly FollowedEvent[], b: readonly FollowedEvent[]): boolean {
  return a.length === b.length && a.every((followed, index) => sameEvent(followed, b[index]!))
}

function sameEvent(a: FollowedEvent, b: FollowedEvent): boolean {
  return (a.event === b.event || sameChunk(a.event, b.event)) && sameCursor(a.cursor, b.cursor)
}

/** The text of an attempt only grows, so chunks with the same offset and length are equal. */
function sameChunk(a: LiveEvent, b: LiveEvent): boolean {
  if (a.type !== "turn_chunk" || b.type !== "turn_chunk") return false
  const { turnId, attempt, offset, chunk } = a.data
  const other = b.data
  return (
    turnId === other.turnId &&
    attempt === other.attempt &&
    offset === other.offset &&
    chunk.length === other.chunk.length
  )
}

function sameCursor(a: StreamCursor, b: StreamCursor): boolean {
  return (
    a.seq === b.seq &&
    a.turnOffsets.length === b.turnOffsets.length &&
    a.turnOffsets.every(({ turnId, attempt, offset }, index) => {
      const other = b.turnOffsets[index]!
      return turnId === other.turnId && attempt === other.attempt && offset === other.offset
    })
  )
}
