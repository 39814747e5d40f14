import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readNumber } from "./read-number.ts"
import { type LanguageCode, languageCodes, wordsOf } from "./words/index.ts"

const written: readonly (readonly [LanguageCode, string, number | undefined])[] = [
  ["en", "15,000", 15_000],
  ["en", "$15,000.50", 15_000.5],
  ["en", "USD 1,234,567", 1_234_567],
  ["en", "15k", 15_000],
  ["en", "15 thousand dollars", 15_000],
  ["en", "1.5 million", 1_500_000],
  ["en", "2 million 500 thousand", 2_500_000],
  ["en", "15.000", 15],
  ["en", "1,5", 1.5],
  ["en", "15 000", 15_000],
  ["en", "1,50,000", 150_000],
  ["en", "-5", -5],
  ["en", "3-5", 3],
  ["en", "5 mm", 5],
  ["en", "Q3: about 40 percent", 40],
  ["en", "none", undefined],
  ["en", "", undefined],
  ["es", "15.000", 15_000],
  ["es", "15.000,50 €", 15_000.5],
  ["es", "1.000.000", 1_000_000],
  ["es", "15 mil", 15_000],
  ["es", "15 mil 500", 15_500],
  ["es", "1,5 millones", 1_500_000],
  ["es", "2 mil millones", 2_000_000_000],
  ["es", "15,000", 15_000],
  ["es", "15,000.50", 15_000.5],
  ["es", "1.5", 1.5],
  ["es", "ninguna", undefined],
  ["zh", "1万5千", 15_000],
  ["zh", "一万五千", 15_000],
  ["zh", "1万5", 15_000],
  ["zh", "一万五", 15_000],
  ["zh", "一万零五", 10_005],
  ["zh", "1.5万", 15_000],
  ["zh", "一点五万", 15_000],
  ["zh", "15,000元", 15_000],
  ["zh", "１５，０００元", 15_000],
  ["zh", "十五", 15],
  ["zh", "十", 10],
  ["zh", "两千", 2_000],
  ["zh", "一百零五", 105],
  ["zh", "一百十五", 115],
  ["zh", "一百二", 120],
  ["zh", "十二万三千四百五十六", 123_456],
  ["zh", "五千三百万", 53_000_000],
  ["zh", "3亿2000万", 320_000_000],
  ["zh", "一万亿", 1_000_000_000_000],
  ["zh", "二〇二五", 2_025],
  ["zh", "五元", 5],
  ["zh", "我们一致选择这个，金额1万5千", 15_000],
  ["zh", "十分同意", undefined],
  ["zh", "万一", undefined],
]

describe("numbers in each language's style [assembly.numbers]", () => {
  test.each(written)("%s %j", (code, text, value) => {
    expect(readNumber(text, wordsOf({ code }).numbers)).toBe(value)
  })

  test("the output of a language's number format is read back", () => {
    for (const code of ["en", "es", "zh"] as const) {
      const format = new Intl.NumberFormat(code, { maximumFractionDigits: 2, useGrouping: "always" })
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 10 ** 11 }), (cents) => {
          const value = cents / 100
          // Three digits after a single point or comma are thousands, so only two decimals are unambiguous.
          return readNumber(format.format(value), wordsOf({ code }).numbers) === value
        }),
      )
    }
  })

  test("never throws, and the result is always finite", () => {
    const signs = fc.constantFrom(
      "1",
      "9",
      ",",
      ".",
      " ",
      "万",
      "千",
      "亿",
      "一",
      "零",
      "十",
      "点",
      "k",
      "mil",
      "-",
      "$",
    )
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(signs, { maxLength: 60 }).map((parts) => parts.join("")),
    )
    fc.assert(
      fc.property(texts, fc.constantFrom(...languageCodes), (text, code) => {
        const value = readNumber(text, wordsOf({ code }).numbers)
        return value === undefined || Number.isFinite(value)
      }),
      { numRuns: 1_000 },
    )
    for (const sign of ["9", "万", "1,", "一", "1 "]) readNumber(sign.repeat(200_000), wordsOf({ code: "zh" }).numbers)
  })
})
