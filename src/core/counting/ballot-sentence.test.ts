import { describe, expect, test } from "vitest"
import type { Ballot, Vote } from "../discussion/vote.ts"
import { languageFor } from "../languages/index.ts"
import { ballotSentence } from "./ballot-sentence.ts"
import { countBallot, countedBallot } from "./count-ballot.ts"

type Cast = Partial<Vote>

function ballotOf(asks: Ballot["asks"], cast: readonly Cast[]): Ballot {
  const votes = cast.map(
    (vote, index): Vote => ({
      ...{ seat: `s${index}`, hasConsensus: null, confidence: 80, reasoning: "", attempt: 1, timestamp: 0 },
      reading: "markers",
      ...vote,
    }),
  )
  const voters = votes.map(({ seat }) => seat)
  return { id: "b1", asks, roundNumber: 1, stage: 0, secret: false, voters, options: ["sea", "land"], votes }
}

function sentence(asks: Ballot["asks"], cast: readonly Cast[], rule: Partial<Parameters<typeof countBallot>[1]> = {}) {
  const ballot = ballotOf(asks, cast)
  const result = countBallot(ballot, { agreement: "all", minConfidence: 0, ...rule })
  return ballotSentence(countedBallot(ballot, result), languageFor("en"))
}

const [yes, no] = [{ hasConsensus: true }, { hasConsensus: false }]
const [sea, land] = [{ choice: "sea" }, { choice: "land" }]

describe("a ballot's line [outcome.ballot-lines]", () => {
  test.each([
    ["call", [yes, no, no, no, no], { agreement: "any" }, "Call a vote? 1 of 5 yes: called."],
    ["confirm", [yes, no], {}, "Hold the vote? 1 of 2 yes: not held."],
    [
      "consensus",
      [yes, { ...yes, confidence: 30 }],
      { minConfidence: 50 },
      "Is there agreement? 2 of 2 yes, 1 not sure enough: not enough.",
    ],
    ["choice", [sea, sea, sea, sea, land], { agreement: 0.8 }, "Final choice: “sea”, 4 of 5."],
    ["choice", [sea, land], {}, "Final choice: 1 for “sea”, 1 for “land”: no decision."],
    [
      "choice",
      [
        { ...sea, amount: 15_000 },
        { ...sea, amount: 12_000 },
      ],
      {},
      "Final choice: 2 for “sea”, with different amounts (12,000; 15,000): no decision.",
    ],
    [
      "choice",
      [
        { ...sea, confidence: 10 },
        { ...sea, confidence: 20 },
      ],
      { minConfidence: 50 },
      "Final choice: 2 for “sea”, 2 not sure enough: no decision.",
    ],
    [
      "choice",
      [sea, { reading: "unreadable", confidence: 0 }],
      {},
      "Final choice: 1 for “sea”, 1 unreadable vote: no decision.",
    ],
  ] as const)("%s %j %j: %s", (asks, cast, rule, line) => {
    expect(sentence(asks, cast, rule)).toBe(line)
  })

  test("with one voter it has neither a count nor a tie [outcome.one-is-no-agreement]", () => {
    expect(sentence("consensus", [yes])).toBe("Is there agreement? 1 of 1 yes.")
    expect(sentence("choice", [sea], { protocol: "plurality" })).toBe("Final choice: “sea”.")
    const scores = [
      { option: "sea", score: 6 },
      { option: "land", score: 6 },
    ]
    expect(sentence("choice", [{ scores, choice: "sea", ranking: ["sea", "land"] }], { protocol: "score" })).toBe(
      "Final choice: “sea”, 6 to 6.",
    )
  })
})
