import { describe, expect, test } from "vitest"
import { ballotFormNames } from "../discussion/vote.ts"
import { languageFor } from "../languages/index.ts"
import { readPreference } from "./read-preference.ts"
import { readVote } from "./read-vote.ts"

const options = ["Wind", "Sun, and a little wood", "Wood: 3 stoves"]

describe.each(["en", "es", "zh"])("the example of a well-formed answer in %s", (code) => {
  const language = languageFor(code)

  test.each(["consensus", "call", "confirm"] as const)("on %s is read as a yes", (asks) => {
    const vote = readVote({ text: language.voteExamples[asks](), language })
    expect(vote).toMatchObject({ reading: "markers", hasConsensus: true, confidence: 80 })
    expect(vote).toMatchObject({ reasoning: language.example.reason })
  })

  test.each(ballotFormNames)("on a ballot in the form %s is read with the first option preferred", (form) => {
    const text = language.voteExamples.choice({ options, form })
    const vote = readPreference({ text, options, language, form })
    expect(vote).toMatchObject({ reading: "markers", choice: "Wind", confidence: 80 })
    if (form === "ranking") expect(vote).toMatchObject({ ranking: options })
    if (form === "scores") expect(vote.reading === "markers" && vote.scores?.length).toBe(3)
  })
})
