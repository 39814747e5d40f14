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
/** What one write holds, unless a single event is longer. It is all that a stalled reader costs, and well under 1 MB. */
const maxWriteLength = 65_536

/** Encodes events as messages of a text/event-stream, each event once for all who follow it. */
export class EventEncoder {
  /** Watchers who share reads share events. */
  readonly #encodedEvents = new WeakMap<LiveEvent, string>()
  /** Watchers who keep up take the same events one after the other. */
  #lastBatch: Batch | undefined

  /** As many events, from the first, as go into one write. */
  encode(
    discussionId: string,
    events: readonly FollowedEvent[],
  ): { readonly bytes: Uint8Array; readonly count: number } {
    const last = this.#lastBatch
    if (last && last.discussionId === discussionId && sameEvents(last.events, events)) {
      return { bytes: last.bytes, count: events.length }
    }
    const { bytes, count } = encodeEach((followed) => this.#message(discussionId, followed))(events)
    this.#lastBatch = count === events.length ? { discussionId, events, bytes } : undefined
    return { bytes, count }
  }

  /** The id comes last: some clients take it in before the message is whole, and would skip one that was cut off. */
  #message(discussionId: string, { event, cursor }: FollowedEvent): string {
    return `${this.#fields(discussionId, event)}id: ${formatStreamCursor(cursor)}\n\n`
  }

  #fields(discussionId: string, event: LiveEvent): string {
    const known = this.#encodedEvents.get(event)
    if (known !== undefined) return known
    const text = sseFields(discussionId, publish(event))
    if (event.type !== "turn_chunk") this.#encodedEvents.set(event, text)
    return text
  }
}

/** Writes an event in another stream's words; empty where those have none for it. */
export type RenderEvent = (event: PublicEvent) => string

/** As one reader may see it; undefined where it may not. */
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
    return published ? `${sseFields(discussionId, published)}id: ${formatStreamCursor(cursor)}\n\n` : ""
  })
}

/** As many events, from the first, as go into one write. */
function encodeEach(message: (followed: FollowedEvent) => string): FeedOptions<FollowedEvent>["encode"] {
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

/** The text of an attempt only grows, so words of the same place and length are the same words. */
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
