import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readStance, StanceFilter } from "./stance-line.ts"

/** The streamed text of a reply that arrives in these chunks. */
function streamedText(pieces: readonly string[]): string {
  const filter = new StanceFilter()
  return pieces.map((piece) => filter.push(piece)).join("") + filter.flush()
}

describe("the last line of a reply", () => {
  test.each([
    ["STANCE: staged | 80 | Cedar, Elm", { position: "staged", confidence: 80, answers: ["Cedar", "Elm"] }],
    ["**STANCE:** Staged rollout | 80% | none", { position: "Staged rollout", confidence: 80, answers: ["none"] }],
    ["[Stance: wait]", { position: "wait", answers: [] }],
    ["POSTURA: por fases | 70 | Cedro y Olmo", { position: "por fases", confidence: 70, answers: ["Cedro", "Olmo"] }],
    ["STANCE：分阶段｜75｜雪松、榆树", { position: "分阶段", confidence: 75, answers: ["雪松", "榆树"] }],
    ["STANCE: sea | very | ", { position: "sea", answers: [] }],
    ["STANCE: sea | 900", { position: "sea", answers: [] }],
  ])("%s", (line, stance) => {
    expect(readStance(`I would go in steps.\n${line}\n`)).toEqual({ content: "I would go in steps.", stance })
  })

  test.each([
    "My stance: it depends on the cost.\nMore words.",
    "STANCE: sea | 80\nand yet more words.",
    "> STANCE: sea | 80",
    "```\nSTANCE: sea | 80",
    `STANCE: ${"x".repeat(700)}`,
  ])("%s is text", (text) => {
    expect(readStance(text)).toEqual({ content: text })
    expect(streamedText([text])).toBe(text)
  })

  test("on its own it is also the content", () => {
    expect(readStance("STANCE: sea | 80")).toMatchObject({ content: "STANCE: sea | 80", stance: { position: "sea" } })
    expect(streamedText(["STANCE: ", "sea | 80"])).toBe("STANCE: sea | 80")
  })

  test("an empty stance is removed", () => {
    expect(readStance("Words.\nSTANCE: | |")).toEqual({ content: "Words." })
  })
})

test("[stance.streamed-equals-content] for any chunks, the streamed text equals the content", () => {
  const part = fc.constantFrom(
    ...["Words", " ", "\n", "\n\n", "STANCE", ": ", "sea | 80 | Elm", "**", "Stanza", "```", "> ", "立场：", "."],
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat({ max: 5 }), { maxLength: 40 }), (parts, cuts) => {
      const text = parts.join("").trimStart()
      const pieces: string[] = []
      let from = 0
      for (const cut of [...cuts, text.length]) {
        pieces.push(text.slice(from, from + cut))
        from += cut
      }
      expect(streamedText(pieces).trimEnd()).toBe(readStance(text).content.trimEnd())
    }),
    { numRuns: 3_000 },
  )
})
