import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ThinkSplitter } from "./think-splitter.ts"

function split(pieces: readonly string[]): { text: string; reasoning: string } {
  const splitter = new ThinkSplitter()
  const parts = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  const of = (type: "text" | "reasoning") =>
    parts
      .filter((part) => part.type === type)
      .map((part) => part.text)
      .join("")
  return { text: of("text"), reasoning: of("reasoning") }
}

describe("think tags", () => {
  test.each([
    ["<think>hm</think>Yes.", { reasoning: "hm", text: "Yes." }],
    [" \n<think>hm</think>\n\nYes.", { reasoning: "hm", text: "\n\nYes." }],
    ["<think>never done", { reasoning: "never done", text: "" }],
    ["<think>a < b </thin", { reasoning: "a < b </thin", text: "" }],
    ["<think></think>Yes.", { reasoning: "", text: "Yes." }],
    ["No tags at all", { reasoning: "", text: "No tags at all" }],
    ["  spaces kept", { reasoning: "", text: "  spaces kept" }],
    ["<thin", { reasoning: "", text: "<thin" }],
    ["I use <think>tags</think> in a sentence", { reasoning: "", text: "I use <think>tags</think> in a sentence" }],
    ["<think>a</think>b<think>c</think>", { reasoning: "a", text: "b<think>c</think>" }],
    [`${" ".repeat(100)}<think>`, { reasoning: "", text: `${" ".repeat(100)}<think>` }],
    ["", { reasoning: "", text: "" }],
  ])("%j", (text, expected) => {
    expect(split([text])).toEqual(expected)
  })

  test("any chunks give the same result", () => {
    const fragments = fc.constantFrom(
      "<think>",
      "</think>",
      "<",
      "</",
      "think",
      ">",
      " ",
      " ".repeat(40),
      "words",
      "é𝒳",
    )
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 12 }), fc.array(fc.nat(8), { maxLength: 60 }), (words, sizes) => {
        const text = words.join("")
        const pieces: string[] = []
        let from = 0
        for (const size of sizes) {
          pieces.push(text.slice(from, from + size))
          from += size
        }
        pieces.push(text.slice(from))
        expect(split(pieces)).toEqual(split([text]))
      }),
      { numRuns: 2_000 },
    )
  })

  test("text without tags at its start is unchanged", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        const text = pieces.join("")
        fc.pre(!text.trimStart().startsWith("<think>"))
        expect(split(pieces)).toEqual({ text, reasoning: "" })
      }),
    )
  })

  test("text that cannot be a tag is not held back", () => {
    const splitter = new ThinkSplitter()
    expect(splitter.push("H")).toEqual([{ type: "text", text: "H" }])
    const thinking = new ThinkSplitter()
    expect(thinking.push("<think>so far")).toEqual([{ type: "reasoning", text: "so far" }])
  })
})
