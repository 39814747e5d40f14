import { describe, expect, test } from "vitest"
import { readPreference } from "../core/reading/read-preference.ts"
import { readVote } from "../core/reading/read-vote.ts"
import { answerText, questionText } from "./ask-person.ts"
import type { Terminal } from "./terminal.ts"

const options = ["sea", "hills", "town"]
const language = { code: "en" }

describe("a person's typed answer is parsed", () => {
  test.each([
    ["yes", true, ""],
    ["y, it is warm there", true, "it is warm there"],
    ["No. Too far", false, "Too far"],
    ["sí", true, ""],
    ["否", false, ""],
  ])("%s", (words, hasConsensus, reasoning) => {
    expect(readVote({ text: answerText(words, { form: "yes-no" }), language })).toMatchObject({
      hasConsensus,
      reasoning,
    })
  })

  test("numbers choose, rank, approve and score", () => {
    const read = (words: string, form: "single" | "ranking" | "approval" | "scores") =>
      readPreference({ text: answerText(words, { form }), form, options, language })
    expect(read("2", "single")).toMatchObject({ choice: "hills" })
    expect(read("town", "single")).toMatchObject({ choice: "town" })
    expect(read("3 > 1 > 2", "ranking")).toMatchObject({ ranking: ["town", "sea", "hills"] })
    expect(read("1, 3", "approval")).toMatchObject({ approved: ["sea", "town"] })
    expect(read("1:8 2=5, 3: 1", "scores")).toMatchObject({
      scores: [
        { option: "sea", score: 8 },
        { option: "hills", score: 5 },
        { option: "town", score: 1 },
      ],
    })
  })
})

test("the prompt shows the question, the numbered options, the form, and the reason for a retry", () => {
  const terminal = { width: () => 60 } as Terminal
  const awaited = {
    callId: "b1",
    role: "ann",
    name: "Ann",
    roundNumber: 1,
    purpose: "vote" as const,
    question: "Where to?",
    options,
  }
  expect(
    questionText({ ...awaited, form: "ranking" }, { terminal, language: "en", retryReason: "unreadable_vote" }),
  ).toBe(`
  Please answer again: the vote could not be read.
  Where to?
  1. sea
  2. hills
  3. town
  Type the numbers, best first, such as 2 1.
`)
  expect(questionText({ ...awaited, form: "text", mayPass: true }, { terminal, language: "es" })).toContain(
    "/pass pasa.",
  )
})
