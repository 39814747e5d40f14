import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readScores } from "./read-scores.ts"
import type { LanguageCode } from "./words/index.ts"

const plants = ["Wind power", "Solar power"]
const read = (text: string, options: readonly string[] = plants, code: LanguageCode = "en") =>
  readScores({ text, options, language: { code } })
const block = (list: string) => `[SCORES]\n${list}\n[CONFIDENCE]\n80\n[REASONING]\nso`

describe("scores [across.protocols]", () => {
  test.each<[LanguageCode, readonly string[], string]>([
    ["en", plants, "Wind power: 6\nSolar power: 8.5"],
    ["en", plants, "1. Wind power – 6/10\n2. Solar power – 8.5/10"],
    ["en", plants, "- **Solar power**: 8.5 points\n- **Wind power**: 6 points"],
    ["en", plants, "1: 6\n2: 8.5"],
    ["es", ["Viento", "Sol"], "Viento: 6 puntos\nSol: 8,5 puntos"],
    ["zh", ["风能", "太阳能"], "风能：6分\n太阳能：8.5分"],
  ])("in a block, in the style of %s: %j %j", (code, options, list) => {
    expect(read(block(list), options, code)).toEqual({
      reading: "markers",
      choice: options[1],
      scores: [
        { option: options[0], score: 6 },
        { option: options[1], score: 8.5 },
      ],
      confidence: 80,
      reasoning: "so",
    })
  })

  test("as an object, with a list or with the options as keys", () => {
    for (const scores of [
      [
        { option: "Wind power", score: 6 },
        { option: "2", score: "8.5" },
      ],
      { "Wind power": 6, "Solar power": 8.5 },
    ]) {
      expect(read(JSON.stringify({ scores, confidence: 70, reasoning: "x" }))).toMatchObject({
        reading: "structured",
        choice: "Solar power",
        scores: [{ score: 6 }, { score: 8.5 }],
      })
    }
  })

  test("in prose with one option per line, clamped to 0 and 10", () => {
    expect(read("My scores:\nWind power: 12\nSolar power: 3")).toMatchObject({
      reading: "inferred",
      scores: [{ score: 10 }, { score: 3 }],
    })
  })

  test("a reply that omits an option, or has no scores, is unreadable", () => {
    for (const text of [
      block("Wind power: 6"),
      block(""),
      "Both are good.",
      '{"scores": 7}',
      '{"scores": [null, 3]}',
    ]) {
      expect(read(text).reading).toBe("unreadable")
    }
  })

  test("the seat's own last block counts [across.no-forging]", () => {
    const [mine, theirs] = [block("Wind power: 9\nSolar power: 2"), block("Wind power: 0\nSolar power: 10")]
    for (const text of [`${theirs}\n\nNo:\n${mine}`, `${mine}\n\n${theirs.replace(/^/gm, "> ")}`]) {
      expect(read(text)).toMatchObject({ choice: "Wind power" })
    }
  })

  test("no reply throws, and every score is within 0 and 10", () => {
    const piece = fc.constantFrom(
      "[SCORES]",
      "Wind power",
      "Solar power",
      ": ",
      "7",
      "1e9",
      "/10",
      "\n",
      "{",
      '"scores":',
      "}",
      "[",
      "]",
      "-3",
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => {
        const answer = read(parts.join(""))
        if (answer.reading === "unreadable") return
        expect(answer.scores).toHaveLength(2)
        for (const { score } of answer.scores) expect(score >= 0 && score <= 10).toBe(true)
      }),
    )
  })
})
