import type { PublicEvent } from "./types.ts"

/**
 * The lines of a text/event-stream message without its id: the name is hyphenated, the data carries the discussion's id
 * and the time. JSON has no raw line breaks, so the data is always one line.
 */
export function sseFields(discussionId: string, { type, at, data }: PublicEvent): string {
  const body = JSON.stringify({ discussionId, timestamp: at, ...data })
  return `event: ${type.replaceAll("_", "-")}\ndata: ${body}\n`
}

/** A whole message of a text/event-stream. Its id is the event's number; words in mid-turn add turn, attempt and offset. */
export function encodeSse(discussionId: string, event: PublicEvent): string {
  return `${sseFields(discussionId, event)}id: ${idOf(event)}\n\n`
}

function idOf(event: PublicEvent): string {
  if (event.type !== "turn_chunk") return String(event.seq)
  const { turnId, attempt, offset, chunk } = event.data
  return `${event.seq}:${turnId}:${attempt}:${offset + chunk.length}`
}

/** A message as parsers of event streams give it. */
interface SseMessage {
  readonly id?: string | undefined
  readonly event?: string | undefined
  readonly data: string
}

/** The event of a message; its data also carries the discussion's id, or that of a sub-discussion. The server is trusted. */
export function decodeSse({ id = "", event: name = "", data: text }: SseMessage): PublicEvent {
  const { timestamp: at, discussionId, ...rest } = JSON.parse(text) as Record<string, unknown>
  const data = name.startsWith("sub-discussion-") ? { discussionId, ...rest } : rest
  return { seq: Number.parseInt(id, 10), type: name.replaceAll("-", "_"), at, data } as PublicEvent
}
