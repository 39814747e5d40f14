import { DuetRecord } from "../../core/public/duet-record.ts"
import { sseFields } from "../../core/public/encode-sse.ts"
import { publish } from "../../core/public/publish.ts"
import type { FollowedEvent } from "../../engine/live/follower.ts"
import { formatStreamCursor } from "../../engine/live/stream-cursor.ts"

const encoder = new TextEncoder()

/** Encodes a duet's events, from the first, for the client that started it: in its words, and what it has none for in ours. */
export function duetEncoder(discussionId: string) {
  const record = new DuetRecord(discussionId)
  return (events: readonly FollowedEvent[]) => {
    const messages = events.map(({ event, cursor }) => {
      const published = publish(event)
      const own = record.apply(published)
      const { type, ...body } = own ?? published
      const fields = own
        ? `event: ${type.replaceAll("_", "-")}\ndata: ${JSON.stringify(body)}\n`
        : sseFields(record.id, published)
      return `${fields}id: ${formatStreamCursor(cursor)}\n\n`
    })
    return { bytes: encoder.encode(messages.join("")), count: events.length }
  }
}
