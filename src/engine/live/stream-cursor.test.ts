import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { formatStreamCursor, parseStreamCursor } from "./stream-cursor.ts"

const heard = fc.record({
  turnId: fc.stringMatching(/^[A-Za-z0-9._-]{1,12}$/),
  attempt: fc.integer({ min: 1, max: 99 }),
  offset: fc.nat(999_999_999),
})

describe("a stream cursor", () => {
  test("is parsed as it was written [events.resume]", () => {
    fc.assert(
      fc.property(fc.record({ seq: fc.nat(999_999_999), turnOffsets: fc.array(heard, { maxLength: 5 }) }), (place) => {
        expect(parseStreamCursor(formatStreamCursor(place))).toEqual(place)
      }),
    )
  })

  test("during one turn consists of number, turn, attempt and offset", () => {
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
  ])("%j is invalid", (text) => expect(parseStreamCursor(text)).toBeUndefined())

  test("any other text is invalid and does not throw", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseStreamCursor(text)))
    expect(parseStreamCursor(`1:${"t1:1:1,".repeat(100_000)}`)).toBeUndefined()
  })
})
