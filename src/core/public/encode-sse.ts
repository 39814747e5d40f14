import type { PublicEvent } from "./types.ts"

/** The `event` and `data` lines of a message, without its id. JSON has no raw line breaks, so `data` is one line. */
export function sseFields(discussionId: string, { type, at, data }: PublicEvent): string {
  const body = JSON.stringify({ discussionId, timestamp: at, ...data })
  return `event: ${type.replaceAll("_", "-")}\ndata: ${body}\n`
}

/** A complete text/event-stream message. Its id is the event's `seq`; for chunks `seq:turn:attempt:offset`. */
export function encodeSse(discussionId: string, event: PublicEvent): string {
  return `${sseFields(discussionId, event)}id: ${idOf(event)}\n\n`
}

function idOf(event: PublicEvent): string {
  if (event.type !== "turn_chunk") return String(event.seq)
  const { turnId, attempt, offset, chunk } = event.data
  return `${event.seq}:${turnId}:${attempt}:${offset + chunk.length}`
}

/** A message as event stream parsers return it. */
interface SseMessage {
  readonly id?: string | undefined
  readonly event?: string | undefined
  readonly data: string
}

/** Parses a message without validating it. In `sub-discussion-*` messages, `discussionId` is the sub-discussion's. */
export function decodeSse({ id = "", event: name = "", data: text }: SseMessage): PublicEvent {
  const { timestamp: at, discussionId, ...rest } = JSON.parse(text) as Record<string, unknown>
  const data = name.startsWith("sub-discussion-") ? { discussionId, ...rest } : rest
  return { seq: Number.parseInt(id, 10), type: name.replaceAll("-", "_"), at, data } as PublicEvent
}
