import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { SseParser } from "./sse-parser.ts"

const wire =
  'retry: 500\n\n: keep-alive\n\nevent: turn-chunk\ndata: {"chunk":"a\\nb"}\nid: 1:t1:1:3\n\n' +
  'event: message\ndata: {"a":\ndata: 1}\nid: 2\n\ndata: [1]\n\nevent: nothing\nid: 7\n\ndata: 2\n\n'

const events = [
  { id: "1:t1:1:3", type: "turn-chunk", data: { chunk: "a\nb" } },
  { id: "2", type: "message", data: { a: 1 } },
  { id: "2", type: "message", data: [1] },
  { id: "7", type: "message", data: 2 },
]

describe("reading an event stream", () => {
  test("it does not matter where the pieces are cut, nor how lines end", () => {
    const cuts = fc.array(fc.nat(wire.length), { maxLength: 12 })
    fc.assert(
      fc.property(cuts, fc.constantFrom("\n", "\r\n", "\r"), (places, ending) => {
        const text = wire.replaceAll("\n", ending)
        const parser = new SseParser()
        const at = [0, ...places.toSorted((a, b) => a - b), text.length]
        const found = at.slice(1).flatMap((end, index) => parser.push(text.slice(at[index], end)))
        const rest = ending === "\r" ? parser.push("\n") : []
        expect([...found, ...rest]).toEqual(events)
      }),
    )
  })

  test("a message without its blank line has not come yet", () => {
    const parser = new SseParser()
    expect(parser.push("data: 1\nid: 4")).toEqual([])
    expect(parser.push("\n\n")).toEqual([{ id: "4", type: "message", data: 1 }])
  })
})
