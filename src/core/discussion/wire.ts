import type { LiveEvent } from "./event.ts"

/** An event as it goes over the wire. */
export interface WireEvent {
  readonly id: string
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Names are hyphenated; data carries the discussion's id and the time. Chunks are addressed by turn, attempt and offset. */
export function toWire(discussionId: string, event: LiveEvent): WireEvent {
  return {
    id: event.type === "turn_chunk" ? chunkId(event) : String(event.seq),
    event: event.type.replaceAll("_", "-"),
    data: { discussionId, timestamp: new Date(event.at).toISOString(), ...event.data },
  }
}

function chunkId({ seq, data }: Extract<LiveEvent, { type: "turn_chunk" }>): string {
  return `${seq}:${data.turnId}:${data.attempt}:${data.offset + data.chunk.length}`
}

/** One message of a text/event-stream. JSON has no raw line breaks, so the data is always one line. */
export function encodeSse({ id, event, data }: WireEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
