import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { BallotForm } from "../discussion/vote.ts"
import { readPreference } from "./read-preference.ts"
import { type LanguageCode, languageCodes } from "./words/index.ts"

const plants = ["Wind power", "Solar power", "Do nothing"]
const [wind, solar, nothing] = plants

function read(text: string, form: BallotForm, options: readonly string[] = plants, code: LanguageCode = "en") {
  return readPreference({ text, options, form, language: { code } })
}

const block = (marker: string, list: string) =>
  `[${marker}]\n${list}\n[AMOUNT]\n\n[CONFIDENCE]\n70\n[REASONING]\nIt is cheap.`
const ranking = (list: string) => block("RANKING", list)
const approved = (list: string) => block("APPROVED", list)

describe("rankings", () => {
  test("a complete block gives every field", () => {
    const text = "[RANKING]\nSolar power\nWind power\n[AMOUNT]\n$15,000\n[CONFIDENCE]\n80%\n[REASONING]\nIt is cheap."
    expect(read(text, "ranking")).toEqual({
      reading: "markers",
      choice: solar,
      ranking: [solar, wind],
      amount: 15_000,
      confidence: 80,
      reasoning: "It is cheap.",
    })
  })

  test.each<[string, readonly (string | undefined)[]]>([
    ["Solar power\nWind power\nDo nothing", [solar, wind, nothing]],
    ["1. Solar power\n2. Wind power\n3. Do nothing", [solar, wind, nothing]],
    ["1) Solar power - cheap and quick\n2) Wind power", [solar, wind]],
    ["- Solar power\n- Wind power", [solar, wind]],
    ["**1.** Solar power\n**2.** Wind power", [solar, wind]],
    ["2\n1\n3", [solar, wind, nothing]],
    ["1. 2\n2. 1", [solar, wind]],
    ["2, 1, 3", [solar, wind, nothing]],
    ["2 > 1 > 3", [solar, wind, nothing]],
    ["Solar power > Wind power", [solar, wind]],
    ["Option 2 > Option 3", [solar, nothing]],
    ["Solar power, Wind power, Do nothing", [solar, wind, nothing]],
    ["Solar power", [solar]],
    ["Solar power\nSolar power\nWind power", [solar, wind]],
    ["solar\nCoal\nwind", [solar, wind]],
  ])("%j", (list, expected) => {
    expect(read(ranking(list), "ranking")).toMatchObject({ reading: "markers", ranking: expected, choice: expected[0] })
  })

  test.each(["", "Coal", "number or text of an option, one per line, best first", "none"])(
    "%j is not a ranking",
    (list) => {
      expect(read(ranking(list), "ranking").reading).toBe("unreadable")
    },
  )

  test("options with commas and common words are distinguished", () => {
    const shares = ["Equal shares", "A floor for everyone, then by merit", "By merit alone"]
    expect(read(ranking("A floor for everyone, then by merit, By merit alone"), "ranking", shares)).toMatchObject({
      ranking: [shares[1], shares[2]],
    })
  })

  test.each<[LanguageCode, readonly string[], string, readonly number[]]>([
    ["es", ["Viento", "Sol", "Nada"], "1.º Sol\n2.º Viento", [1, 0]],
    ["es", ["Viento", "Sol", "Nada"], "opción 3\nopción 1", [2, 0]],
    ["zh", ["风能", "太阳能", "什么都不做"], "太阳能\n风能", [1, 0]],
    ["zh", ["风能", "太阳能", "什么都不做"], "第一名：太阳能\n第二名：风能", [1, 0]],
    ["zh", ["风能", "太阳能", "什么都不做"], "太阳能＞风能＞什么都不做", [1, 0, 2]],
    ["zh", ["风能", "太阳能", "什么都不做"], "选项二\n选项一", [1, 0]],
    ["zh", ["风能", "太阳能", "什么都不做"], "太阳能、风能", [1, 0]],
  ])("in the style of %s: %j %j [assembly.languages]", (code, options, list, places) => {
    expect(read(ranking(list), "ranking", options, code)).toMatchObject({
      reading: "markers",
      ranking: places.map((place) => options[place]),
    })
  })

  test("as an object: texts, numbers, or one text", () => {
    const object = (value: unknown) => JSON.stringify({ reasoning: "so", confidence: 90, amount: null, ranking: value })
    for (const value of [["Solar power", "Wind power"], ["2. Solar power", "1. Wind power"], [2, 1], "Solar > Wind"]) {
      expect(read(object(value), "ranking")).toMatchObject({ reading: "structured", ranking: [solar, wind] })
    }
    expect(read(object([]), "ranking").reading).toBe("unreadable")
  })

  test("in prose only if it is clearly an order", () => {
    expect(read("My order:\n1. Solar power\n2. Do nothing", "ranking")).toMatchObject({
      reading: "inferred",
      ranking: [solar, nothing],
    })
    for (const opening of ["Thank you all. ", "My order: ", "Hello! **"]) {
      const text = `${opening}1. Solar power\n2. Do nothing\n3. Wind power`
      expect(read(text, "ranking"), text).toMatchObject({ ranking: [solar, nothing, wind] })
    }
    expect(read("I say Solar power > Wind power.", "ranking")).toMatchObject({ ranking: [solar, wind] })
    expect(read("I vote for Solar power.", "ranking")).toMatchObject({ reading: "inferred", ranking: [solar] })
    expect(read("I vote for Solar power, followed by Wind power.", "ranking").reading).toBe("unreadable")
    expect(read("Wind power and Solar power both have their merits.", "ranking").reading).toBe("unreadable")
  })

  test.each<[string, LanguageCode]>([
    ["First: Solar power\nSecond: Wind power\nThird: Do nothing", "en"],
    ["| Rank | Option |\n|---|---|\n| 1 | Solar power |\n| 2 | Wind power |\n| 3 | Do nothing |", "en"],
    ["2, 1, 3", "en"],
    ["My ranking: Solar power, Wind power, Do nothing", "en"],
    ["1º Solar power\n2º Wind power\n3º Do nothing", "es"],
  ])("%j is an order in prose", (text, code) => {
    expect(read(text, "ranking", plants, code)).toMatchObject({ reading: "inferred", ranking: [solar, wind, nothing] })
  })

  test("a choice instead of an order is an order of one", () => {
    expect(read("[CHOICE]\nSolar power\n[CONFIDENCE]\n60\n[REASONING]\nx", "ranking")).toMatchObject({
      reading: "markers",
      ranking: [solar],
      confidence: 60,
    })
  })

  test("the seat's own last block counts [across.no-forging] [traps.last-block]", () => {
    const mine = ranking("Wind power")
    const theirs = ranking("Solar power")
    for (const text of [`${theirs}\n\nNo:\n${mine}`, `${mine}\n\n${theirs.replace(/^/gm, "> ")}`]) {
      expect(read(text, "ranking")).toMatchObject({ ranking: [wind] })
    }
  })
})

describe("approvals", () => {
  test.each<[string, readonly (string | undefined)[]]>([
    ["Solar power\nWind power", [solar, wind]],
    ["- 2\n- 1", [solar, wind]],
    ["2, 1", [solar, wind]],
    ["none", []],
    ["None.", []],
  ])("%j", (list, expected) => {
    expect(read(approved(list), "approval")).toMatchObject({ reading: "markers", approved: expected })
  })

  test('"none" is an answer, an empty reply is not', () => {
    expect(read(approved("none"), "approval")).not.toHaveProperty("choice")
    expect(read(approved(""), "approval").reading).toBe("unreadable")
    expect(read('{"approved": [], "confidence": 80, "reasoning": ""}', "approval")).toMatchObject({ approved: [] })
    expect(read(approved("ninguna"), "approval", plants, "es")).toMatchObject({ approved: [] })
    expect(read(approved("无"), "approval", ["风能", "太阳能"], "zh")).toMatchObject({ approved: [] })
  })

  test("in prose, without the rejected options", () => {
    expect(read("I could accept Wind power and Solar power, but not Do nothing.", "approval")).toMatchObject({
      reading: "inferred",
      approved: [wind, solar],
    })
    for (const text of ["None", "**None.**", "Ninguna.", "无"]) {
      expect(read(text, "approval"), text).toMatchObject({ reading: "inferred", approved: [] })
    }
    // "Go" may also be a verb.
    expect(read("Go and Rust are fine with me.", "approval", ["Go", "Rust", "Zig"]).reading).toBe("unreadable")
    expect(read("All of them.", "approval")).toMatchObject({ approved: plants })
  })
})

test("a single choice is read as before", () => {
  expect(read("[CHOICE]\n2\n[CONFIDENCE]\n60\n[REASONING]\nx", "single")).toEqual({
    reading: "markers",
    choice: solar,
    confidence: 60,
    reasoning: "x",
  })
})

test("for any text, the result has options of the ballot, each once, and nothing throws", () => {
  const pieces = ["[RANKING]\n", "[APPROVED]\n", '{"ranking":', '["2"]}', "Solar power", " > ", "1. ", "无", "\n", "}"]
  const anything = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 12 })
  fc.assert(
    fc.property(
      anything,
      fc.constantFrom("ranking" as const, "approval" as const),
      fc.constantFrom(...languageCodes),
      (parts, form, code) => {
        const answer = read(parts.join(""), form, plants, code)
        if (answer.reading === "unreadable") return
        const list = answer.ranking ?? answer.approved ?? []
        expect(new Set(list).size).toBe(list.length)
        for (const option of list) expect(plants).toContain(option)
        expect(answer.choice).toBe(list[0])
      },
    ),
    { numRuns: 2_000 },
  )
})
