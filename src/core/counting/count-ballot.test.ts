import { describe, expect, test } from "vitest"
import type { Agreement, Ballot, Vote } from "../discussion/vote.ts"
import { readChoice } from "../reading/read-choice.ts"
import { countBallot } from "./count-ballot.ts"

const vote = (role: string, changes: Partial<Vote>): Vote => ({
  seat: role,
  hasConsensus: null,
  confidence: 50,
  reasoning: "",
  reading: "markers",
  attempt: 1,
  timestamp: 0,
  ...changes,
})
const yes = (role: string, confidence = 80, proposedSolution = `${role}'s plan`) =>
  vote(role, { hasConsensus: true, confidence, proposedSolution })
const no = (role: string) => vote(role, { hasConsensus: false, confidence: 95, proposedSolution: "another" })
const unreadable = (role: string) => vote(role, { reading: "unreadable", confidence: 0 })

function count(
  votes: readonly Vote[],
  agreement: Agreement = "all",
  minConfidence = 0,
  asks: Ballot["asks"] = "consensus",
) {
  const voters = votes.map((one) => one.seat)
  const ballot: Ballot = { id: "b1", asks, roundNumber: 1, stage: 1, secret: false, voters, options: [], votes }
  return countBallot(ballot, { agreement, minConfidence })
}

describe("counting a yes or no ballot [across.consensus-check]", () => {
  test.each([
    ["all say yes", [yes("a"), yes("b")], "all", true],
    ["one says no", [yes("a"), no("b")], "all", false],
    ["one is unreadable", [yes("a"), unreadable("b")], "all", false],
    ["any is enough", [yes("a"), no("b"), no("c")], "any", true],
    ["nobody says yes", [no("a"), unreadable("b")], "any", false],
    ["two of three reach two thirds", [yes("a"), yes("b"), no("c")], 0.66, true],
    ["one of three does not reach half", [yes("a"), no("b"), no("c")], 0.5, false],
    ["an unreadable vote counts on neither side of a share", [yes("a"), no("b"), unreadable("c")], 0.5, true],
    ["all unreadable pass nothing", [unreadable("a")], 0, false],
  ] as const)("%s [duet.both-agree]", (_, votes, agreement, passed) => {
    expect(count(votes, agreement).passed).toBe(passed)
  })

  test("a yes below the minimum confidence does not count", () => {
    expect(count([yes("a", 90), yes("b", 40)], "all", 60)).toMatchObject({ passed: false, yes: 1, no: 1 })
    expect(count([yes("a", 90), yes("b", 60)], "all", 60)).toMatchObject({ passed: true, yes: 2, no: 0 })
  })

  test("an unreadable vote is neither yes nor no [duet.vote-unreadable]", () => {
    expect(count([yes("a"), unreadable("b")])).toMatchObject({ yes: 1, no: 0, unreadable: 1 })
  })

  test("the solution is the proposal with the highest confidence, the earlier seat's on a tie [duet.solution]", () => {
    expect(count([yes("a", 70), yes("b", 90)]).finalSolution).toBe("b's plan")
    expect(count([yes("a", 70), yes("b", 70)]).finalSolution).toBe("a's plan")
    expect(count([yes("a"), no("b")])).not.toHaveProperty("finalSolution")
  })
})

describe("counting a choice [assembly.agreement]", () => {
  const chose = (role: string, choice: string, amount?: number) =>
    vote(role, { choice, ...(amount !== undefined && { amount }) })

  test("the same option from all voters is agreement", () => {
    expect(count([chose("a", "wait"), chose("b", "wait")], "all", 0, "choice")).toMatchObject({
      passed: true,
      choice: "wait",
    })
  })

  test("the same option with different amounts is not", () => {
    expect(count([chose("a", "floor", 15_000), chose("b", "floor", 12_000)], "all", 0, "choice").passed).toBe(false)
    expect(count([chose("a", "floor", 15_000), chose("b", "floor", 15_000)], "all", 0, "choice").amount).toBe(15_000)
  })

  test("an unreadable vote blocks agreement", () => {
    expect(count([chose("a", "wait"), unreadable("b")], "all", 0, "choice")).toMatchObject({
      passed: false,
      unreadable: 1,
    })
    expect(count([unreadable("a"), chose("b", "wait")], "all", 0, "choice").passed).toBe(false)
  })
})

test.each(["en", "es", "zh"])("the same option with three amounts is no agreement, in %s", (code) => {
  const options = ["Floor", "Average", "Average with floor"]
  const cast = (...texts: string[]) => {
    const votes = texts.map((text, index) => {
      const read = readChoice({ text, options, language: { code } })
      return read.reading === "unreadable" ? unreadable(`s${index}`) : vote(`s${index}`, read)
    })
    return count(votes, "all", 0, "choice")
  }
  expect(cast("3 | 12000", "3 | 20000", "3 | 8000").passed).toBe(false)
  expect(cast("3 | 12000", "3 | $12,000", "**3** | 12000")).toMatchObject({ passed: true, amount: 12_000 })
})
