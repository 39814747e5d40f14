import { createParser, type EventSourceMessage } from "eventsource-parser"
import fc from "fast-check"
import { expect, test } from "vitest"
import { decodeSse, encodeSse } from "../core/public/encode-sse.ts"
import type { PublicEvent } from "../core/public/types.ts"
import { followStream } from "./follow-stream.ts"

/** Reads a stream that is split into pieces. */
async function events(text: string, cuts: readonly number[]) {
  const bytes = new TextEncoder().encode(text)
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end))
  const answers = [new Response(ReadableStream.from(pieces)), new Response(null, { status: 204 })]
  const found = []
  for await (const messages of followStream({ open: async () => answers.shift()!, wait: async () => {} }))
    found.push(...messages.map((message) => ({ id: message.id, event: decodeSse(message) })))
  return found
}

const [at, timestamp] = ["2026-01-31T12:00:00.000Z", '"timestamp":"2026-01-31T12:00:00.000Z"']
const text = `: hello

event: turn-chunk
data: {"discussionId":"d1",${timestamp},"chunk":"我们"}
id: 3:t1:1:2

: still here

event: sub-discussion-completed
data: {"discussionId":"d2",${timestamp}}
id: 4

event: cut`

test.each(["\n", "\r\n", "\r"])(
  "events are the same wherever the stream is split, with %j as line ending",
  async (end) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 6 }), async (cuts) => {
        expect(await events(text.replaceAll("\n", end), cuts)).toEqual([
          { id: "3:t1:1:2", event: { type: "turn_chunk", seq: 3, at, data: { chunk: "我们" } } },
          // Its data names the sub-discussion, not the discussion that is followed.
          { id: "4", event: { type: "sub_discussion_completed", seq: 4, at, data: { discussionId: "d2" } } },
        ])
      }),
    )
  },
)

const published: readonly PublicEvent[] = [
  { seq: 7, type: "discussion_paused", at, data: { reason: "turn_limit" } },
  { seq: 7, type: "turn_chunk", at, data: { turnId: "t1", role: "ann", attempt: 2, offset: 3, chunk: "a\n\nb: c" } },
]

test("encoded events are decoded to the same events", () => {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void messages.push(message) })
  for (const event of published) parser.feed(encodeSse("d", event))
  expect(messages.map(decodeSse)).toEqual(published)
  expect(messages.map(({ id }) => id)).toEqual(["7", "7:t1:2:10"])
})
