import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { characterCount, cleanText, cleanTitle, excerpt, grouped, isBlank, TextCleaner } from "./text.ts"

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

  test("cleaning is idempotent, and clean text is well formed without NUL", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const clean = cleanText(text)
        expect(cleanText(clean)).toBe(clean)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).not.toContain("\u0000")
      }),
    )
  })

  test("text in chunks is cleaned like the whole text, wherever it is split", () => {
    const units = fc.array(fc.constantFrom("a", "\r", "\n", "\u0000", "\ud83d", "\ude00", "\u2028", "😀"), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(units, fc.array(fc.nat(20)), (given, cuts) => {
        const text = given.join("")
        const cleaner = new TextCleaner()
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b)
        const pieces = places.slice(1).map((end, index) => cleaner.push(text.slice(places[index], end)))
        expect(pieces.join("") + cleaner.flush()).toBe(cleanText(text))
      }),
    )
  })

  test("an excerpt never exceeds its limit of code points and never splits a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const short = excerpt(text, limit)
        expect(characterCount(short)).toBeLessThanOrEqual(limit)
        expect(short.isWellFormed()).toBe(text.isWellFormed())
      }),
    )
    expect(excerpt(`${" ".repeat(500)}a${" \n".repeat(500)}b`, 10)).toBe("a b")
    expect(excerpt(`a${" ".repeat(500)}${"b".repeat(500)}`, 4)).toBe("a b…")
    expect(excerpt("a b\n c", 10)).toBe("a b c")
    expect(excerpt("abcdef", 4)).toBe("abc…")
  })
})

test.each(["", " \n\t", "\u200b\u2060\ufeff", "\u00ad \u200d", "\u3164"])("%j has no visible text", (text) => {
  expect(isBlank(text)).toBe(true)
})

test.each([".", "\u200bx", "嗯", "🙂"])("%j has visible text", (text) => {
  expect(isBlank(text)).toBe(false)
})

test.each([
  ["\u001b[31mRed\u001b[0m?", "Red?"],
  ["\u001b]0;title\u0007Now?", "Now?"],
  ["Pay \u202eevil\u202c now\u200b\u2060?", "Pay evil now?"],
  ["Family 👨‍👩‍👧 first?", "Family 👨‍👩‍👧 first?"],
])("the title of %j is %j", (given, shown) => {
  expect(cleanTitle(given)).toBe(shown)
})

test("numbers are grouped as in English", () => {
  fc.assert(
    fc.property(fc.nat(1e9), (count) => {
      expect(grouped(count)).toBe(count.toLocaleString("en"))
    }),
  )
})
