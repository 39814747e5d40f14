import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { characterCount, cleanText, excerpt } from "./text.ts"

describe("text", () => {
  test.each([
    ["a\u0000b", "ab"],
    ["\u001b[31mred\u001b[0m", "[31mred[0m"],
    ["one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"],
    ["half \ud83d pair", "half \ufffd pair"],
    ["tab\tstays 😀", "tab\tstays 😀"],
  ])("%j is cleaned to %j", (given, clean) => {
    expect(cleanText(given)).toBe(clean)
  })

  test("cleaning twice is cleaning once, and what is clean is well formed without NUL", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const clean = cleanText(text)
        expect(cleanText(clean)).toBe(clean)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).not.toContain("\u0000")
      }),
    )
  })

  test("an excerpt never has more code points than its limit and never half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const short = excerpt(text, limit)
        expect(characterCount(short)).toBeLessThanOrEqual(limit)
        expect(short.isWellFormed()).toBe(text.isWellFormed())
      }),
    )
    expect(excerpt("a b\n c", 10)).toBe("a b c")
    expect(excerpt("abcdef", 4)).toBe("abc…")
  })
})
