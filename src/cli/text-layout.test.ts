import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { displayWidth, tableText, truncateToWidth, WrappedText } from "./text-layout.ts"

function wrap(pieces: readonly string[], width: number, whole?: string): string {
  let out = ""
  const text = new WrappedText((words) => (out += words), width)
  for (const piece of pieces) text.push(piece)
  text.end(whole)
  return out
}

describe("widths", () => {
  test.each([
    ["plain", 5],
    ["\u001b[1mbold\u001b[22m", 4],
    ["我们", 4],
    ["👩‍👩‍👧", 2],
    ["🇩🇪", 2],
    ["e\u0301te\u0301", 3],
    ["a\u200bb", 2],
  ])("%j takes %d columns", (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  test("text that is too wide is cut between grapheme clusters", () => {
    expect(truncateToWidth("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5)).toBe("👩‍👩‍👧👩‍👩‍👧…")
    expect(truncateToWidth("e\u0301te\u0301 là", 4)).toBe("e\u0301te\u0301…")
    expect(
      tableText(
        [
          ["👩‍👩‍👧", "x"],
          ["abc", "y"],
        ],
        40,
      ),
    ).toBe("👩‍👩‍👧   x\nabc  y\n")
  })
})

describe("wrapped text", () => {
  test("breaks between words, indented, and keeps line breaks", () => {
    expect(wrap(["one two three four five\nsix"], 20)).toBe("  one two three four\n  five\n  six\n")
  })

  test("counts wide characters as two and breaks between them", () => {
    expect(wrap(["我们应该先测量延迟然后决定"], 20)).toBe("  我们应该先测量延迟\n  然后决定\n")
  })

  test("drops a last word that is not in the final text", () => {
    expect(wrap(["All said. ", "[PASS]"], 40, "All said.")).toBe("  All said.\n")
    expect(wrap(["All said."], 40, "All said.")).toBe("  All said.\n")
  })

  test("is the same for any chunks, keeps every word, and no line exceeds the width", () => {
    const words = fc.array(fc.constantFrom("a", "word", "longer", "我们", "\n", "end."), { maxLength: 40 })
    fc.assert(
      fc.property(words, fc.array(fc.nat(200)), fc.integer({ min: 20, max: 60 }), (given, cuts, width) => {
        const text = given.join(" ")
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b)
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end))
        const out = wrap(pieces, width)
        expect(out).toBe(wrap([text], width))
        expect(out.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""))
        for (const line of out.split("\n")) {
          const wide = line.match(/[\u4e00-\u9fff]/g)?.length ?? 0
          expect(line.length + wide).toBeLessThanOrEqual(width)
        }
      }),
    )
  })
})
