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
