import { describe, expect, test } from "vitest"
import type { ChunkEvent, DiscussionEvent } from "../../core/discussion/event.ts"
import { EventEncoder } from "./event-encoder.ts"

const event: DiscussionEvent = { type: "discussion_paused", data: { reason: "person" }, seq: 7, at: 0 }
const cursor = { seq: 7, turnOffsets: [] }
const words = (chunk: string, offset = 0): ChunkEvent => ({
  type: "turn_chunk",
  seq: 7,
  at: 0,
  data: { seat: "ann", turnId: "t1", attempt: 1, offset, chunk },
})
const at = (offset: number) => ({ seq: 7, turnOffsets: [{ turnId: "t1", attempt: 1, offset }] })

describe("encoding events", () => {
  const read = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

  test("a message has a hyphenated name, its data on one line, and its id last [events.wire]", () => {
    const { bytes, count } = new EventEncoder().encode("d1", [{ event, cursor }])
    const data = '{"discussionId":"d1","timestamp":"1970-01-01T00:00:00.000Z","reason":"person"}'
    expect(read(bytes)).toBe(`event: discussion-paused\ndata: ${data}\nid: 7\n\n`)
    expect(count).toBe(1)
  })

  test("watchers at the same position share their encoded bytes", () => {
    const encoder = new EventEncoder()
    const first = encoder.encode("d1", [{ event: words("Hello"), cursor: at(5) }])
    expect(encoder.encode("d1", [{ event: words("Hello"), cursor: at(5) }]).bytes).toBe(first.bytes)
  })

  test.each([
    { name: "another discussion", id: "d2", steps: [{ event: words("Hello"), cursor: at(5) }] },
    { name: "another position", id: "d1", steps: [{ event: words("Hello"), cursor: { ...at(5), seq: 8 } }] },
    { name: "more text", id: "d1", steps: [{ event: words("Hello you"), cursor: at(9) }] },
    { name: "text at another offset", id: "d1", steps: [{ event: words("Hello", 5), cursor: at(10) }] },
    { name: "another event", id: "d1", steps: [{ event, cursor: at(5) }] },
  ])("watchers with $name do not", ({ id, steps }) => {
    const encoder = new EventEncoder()
    encoder.encode("d1", [{ event: words("Hello"), cursor: at(5) }])
    expect(read(encoder.encode(id, steps).bytes)).toBe(read(new EventEncoder().encode(id, steps).bytes))
  })

  test("the same event at another position has another id", () => {
    const encoder = new EventEncoder()
    encoder.encode("d1", [{ event, cursor }])
    expect(read(encoder.encode("d1", [{ event, cursor: at(5) }]).bytes)).toContain("\nid: 7:t1:1:5\n\n")
  })

  test("a full write leaves the rest for the next one [events.slow-reader]", () => {
    const long = Array.from({ length: 5 }, (_, index) => ({
      event: words("x".repeat(30_000), index),
      cursor: at(index),
    }))
    const { bytes, count } = new EventEncoder().encode("d1", long)
    expect(count).toBe(3)
    expect(bytes.byteLength).toBeLessThan(100_000)
  })
})
