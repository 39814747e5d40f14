import type { Clock } from "../../ports/clock.ts"
import type { ChatEvent, SquadStore } from "../../ports/squad-store.ts"
import { followChat } from "../../squad/index.ts"
import type { OpenStreams } from "./feed.ts"
import { type FeedReader, type FeedSource, feedResponse } from "./feed.ts"

interface ChatStreamOptions extends FeedReader {
  readonly squad: SquadStore
  readonly clock: Clock
  /** The number of the last event seen. */
  readonly after: number
  readonly streams: OpenStreams
  readonly onError: (error: unknown) => void
}

const encoder = new TextEncoder()

/** The squad's chat as text/event-stream. It has no end of its own. */
export function chatStream({ squad, clock, after, ...options }: ChatStreamOptions): Response {
  const open = () => chatSource(squad, clock, after)
  return feedResponse({ ...options, clock, open, encode: ([event]) => ({ bytes: encodeEvent(event!), count: 1 }) })
}

function chatSource(squad: SquadStore, clock: Clock, after: number): FeedSource<ChatEvent> {
  const abort = new AbortController()
  const events = followChat({ context: { squad, clock }, input: { after, signal: abort.signal } })
  return {
    requestNext(receiver) {
      events.next().then(
        ({ done, value }) => receiver.give(done ? undefined : [value]),
        (error) => receiver.fail(error),
      )
    },
    close: () => abort.abort(),
  }
}

/** The id comes last: some clients take it in before the message is whole, and would skip one that was cut off. */
function encodeEvent(event: ChatEvent): Uint8Array {
  const data = event.type === "message" ? event.message : event.prompt
  return encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(data)}\nid: ${event.seq}\n\n`)
}
