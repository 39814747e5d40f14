import { EventSourceParserStream } from "eventsource-parser/stream"
import type { PublicEvent } from "../core/public/types.ts"

/** The public events of a text/event-stream with their ids, as they come. One that is cut off at the end is dropped. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly id: string; readonly event: PublicEvent }, void> {
  const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
  // A handler in this process ends its stream without a word; who wants no more must not wait for one.
  const cancel = () => void messages.cancel().catch(() => {})
  signal?.addEventListener("abort", cancel, { once: true })
  if (signal?.aborted) cancel()
  try {
    for (;;) {
      const { done, value } = await messages.read()
      if (done) return
      const { id = "", event: name, data } = value
      if (name !== undefined) yield { id, event: toPublicEvent(id, name, data) }
    }
  } finally {
    signal?.removeEventListener("abort", cancel)
    cancel()
  }
}

/** On the wire names are hyphenated, and the data carries the time and the discussion's id, or that of a sub-discussion. */
function toPublicEvent(id: string, name: string, text: string): PublicEvent {
  const { timestamp, discussionId, ...rest } = JSON.parse(text) as Record<string, unknown>
  const data = name.startsWith("sub-discussion-") ? { discussionId, ...rest } : rest
  return { type: name.replaceAll("-", "_"), seq: Number(id.split(":", 1)[0]), at: timestamp, data } as PublicEvent
}
