import fc from "fast-check"
import { expect, test } from "vitest"
import { readEventStream } from "./read-event-stream.ts"

async function messages(bytes: Uint8Array, cuts: readonly number[]) {
  async function* pieces() {
    const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
    for (const [index, end] of places.slice(1).entries()) yield bytes.slice(places[index], end)
  }
  const found = []
  for await (const message of readEventStream(pieces())) found.push(message)
  return found
}

test("messages are the same wherever the stream is cut, comments are none, and half a message is dropped", async () => {
  const text =
    ': hello\n\nevent: turn-chunk\ndata: {"chunk":"我们"}\nid: 3:t1:1:2\n\n: still here\n\nevent: round-started\ndata: {}\nid: 4\n\nevent: cut'
  const bytes = new TextEncoder().encode(text)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 6 }), async (cuts) => {
      expect(await messages(bytes, cuts)).toEqual([
        { event: "turn-chunk", data: '{"chunk":"我们"}', id: "3:t1:1:2" },
        { event: "round-started", data: "{}", id: "4" },
      ])
    }),
  )
})
