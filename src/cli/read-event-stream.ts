import { EventSourceParserStream } from "eventsource-parser/stream"
import type { PublicEvent } from "../core/public/types.ts"

/** The public events of a text/event-stream with their ids, as they come. One that is cut off at the end is dropped. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ readonly id: string; readonly event: PublicEvent }, void> {
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { id = "", event: name, data } of messages) {
    if (name !== undefined) yield { id, event: toPublicEvent(id, name, data) }
  }
}

/** On the wire names are hyphenated, and the data carries the time and the discussion's id, or that of a sub-discussion. */
function toPublicEvent(id: string, name: string, text: string): PublicEvent {
  const { timestamp, discussionId, ...rest } = JSON.parse(text) as Record<string, unknown>
  const data = name.startsWith("sub-discussion-") ? { discussionId, ...rest } : rest
  return { type: name.replaceAll("-", "_"), seq: Number(id.split(":", 1)[0]), at: timestamp, data } as PublicEvent
}
