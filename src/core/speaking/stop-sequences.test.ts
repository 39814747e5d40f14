import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { StopSequenceFilter } from "./stop-sequences.ts"

function cut(chunks: readonly string[], stops: readonly string[]): string {
  const cutter = new StopSequenceFilter(stops)
  return chunks.map((chunk) => cutter.push(chunk)).join("") + cutter.flush()
}

describe("stop sequences [panel.no-run-on]", () => {
  const stops = ["[", "\n\n", "Speaker:"]

  test.each([
    [["I think so. [Leader] And I"], "I think so. "],
    [["One paragraph.\n", "\nAnother"], "One paragraph."],
    [["Well. Spea", "ker", ": no"], "Well. "],
    [["Speak", "ers may differ"], "Speakers may differ"],
    [["  \n\n Late start"], "Late start"],
    [["ends in half a mark\n"], "ends in half a mark\n"],
  ])("%j is streamed as %j", (chunks, heard) => {
    expect(cut(chunks, stops)).toBe(heard)
  })

  test("nothing is cut without stop sequences", () => {
    expect(cut(["a [b]\n\n", "c"], [])).toBe("a [b]\n\nc")
  })

  test("for any chunks, the streamed text ends before the first stop sequence", () => {
    const letters = fc.array(fc.constantFrom("[", "\n", "S", "p", "Speaker:", "Speak", " ", "x"), { maxLength: 30 })
    fc.assert(
      fc.property(letters, (pieces) => {
        const whole = pieces.join("").trimStart()
        const places = stops.map((stop) => whole.indexOf(stop)).filter((place) => place >= 0)
        const expected = places.length > 0 ? whole.slice(0, Math.min(...places)) : whole
        expect(cut(pieces, stops)).toBe(expected)
      }),
    )
  })
})
