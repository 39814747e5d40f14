import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { printable, printableDeep, printableJson, printableLine } from "./printable.ts"

describe("text for a terminal", () => {
  test.each([
    ["colours", "a\u001b[31mred\u001b[0mb", "aredb"],
    ["8-bit escape sequence", "a\u009b2Jb", "ab"],
    ["window title sequence", "a\u001b]0;owned\u0007b", "ab"],
    ["a link", "\u001b]8;;http://x\u001b\\here\u001b]8;;\u001b\\", "here"],
    ["truncated sequence", "a\u001b[", "a"],
    ["carriage return that would overwrite", "good\rbad", "goodbad"],
    ["direction mark", "a\u202eb", "ab"],
  ])("has no %s", (_, given, expected) => {
    expect(printable(given)).toBe(expected)
  })

  test("keeps words, line endings and tabs", () => {
    expect(printable("我们\n\tcafé — 🙂")).toBe("我们\n\tcafé — 🙂")
    expect(printableLine(" a\n b ")).toBe("a b")
    expect(printableDeep({ a: ["\u001b[1mx"], n: 1, none: null })).toEqual({ a: ["x"], n: 1, none: null })
  })

  test("never lets a control character through", () => {
    const anything = fc.string({
      unit: fc.constantFrom("\u001b", "[", "]", "\u009b", "3", "m", "\u0007", "a", "\\", "\r"),
    })
    fc.assert(
      fc.property(anything, (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: checks that they were removed
        expect(printable(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
      }),
    )
  })
})

test.each([
  "\u00ad",
  "\u061c",
  "\u180e",
  "\u200b",
  "\u200e",
  "\u200f",
  "\u2028",
  "\u202e",
  "\u2060",
  "\u2064",
  "\u2069",
  "\ufeff",
  "\u{e0041}",
])("invisible %j does not reach the terminal", (sign) => {
  expect(printable(`pay${sign}pal`)).toBe("paypal")
  const json = JSON.stringify({ topic: `pay${sign}pal` })
  expect(printableJson(json)).not.toContain(sign)
  expect(JSON.parse(printableJson(json))).toEqual({ topic: `pay${sign}pal` })
})
