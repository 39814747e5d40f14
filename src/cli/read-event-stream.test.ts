import fc from "fast-check"
import { expect, test } from "vitest"
import { readEventStream } from "./read-event-stream.ts"

async function events(text: string, cuts: readonly number[]) {
  const bytes = new TextEncoder().encode(text)
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end))
  const found = []
  for await (const message of readEventStream(ReadableStream.from(pieces))) found.push(message)
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

test.each(["\n", "\r\n", "\r"])("events are the same wherever the stream is cut, with %j as line ends", async (end) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 6 }), async (cuts) => {
      expect(await events(text.replaceAll("\n", end), cuts)).toEqual([
        { id: "3:t1:1:2", event: { type: "turn_chunk", seq: 3, at, data: { chunk: "我们" } } },
        // Its data names the sub-discussion, not the discussion that is followed.
        { id: "4", event: { type: "sub_discussion_completed", seq: 4, at, data: { discussionId: "d2" } } },
      ])
    }),
  )
})
