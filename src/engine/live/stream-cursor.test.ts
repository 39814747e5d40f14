import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatStreamCursor, parseStreamCursor } from "./stream-cursor.ts"

const heard = fc.record({
  turnId: fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/),
  attempt: fc.integer({ min: 1, max: 99 }),
  offset: fc.nat(999_999_999),
})

describe("a watcher's place", () => {
  test("is read as it was written [events.resume]", () => {
    fc.assert(
      fc.property(fc.record({ seq: fc.nat(999_999_999), turnOffsets: fc.array(heard, { maxLength: 5 }) }), (place) => {
        expect(parseStreamCursor(formatStreamCursor(place))).toEqual(place)
      }),
    )
  })

  test("in the middle of one turn it is number, turn, attempt and offset", () => {
    expect(formatStreamCursor({ seq: 7, turnOffsets: [{ turnId: "t3", attempt: 2, offset: 15 }] })).toBe("7:t3:2:15")
  })

  test.each([
    "",
    "-1",
    "1.5",
    "01",
    "x",
    "1:",
    "1:t1",
    "1:t1:0:5",
    "1:t1:1:-5",
    "1:t1:1:5,",
    "1:t 1:1:5",
    "9".repeat(40),
  ])("%j is none", (text) => expect(parseStreamCursor(text)).toBeUndefined())

  test("no text, however odd, does more than not being one", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseStreamCursor(text)))
    expect(parseStreamCursor(`1:${"t1:1:1,".repeat(100_000)}`)).toBeUndefined()
  })
})
