import { expect, test } from "vitest"
import type { Outcome } from "../core/discussion/outcome.ts"
import { comparisonText } from "./comparison-text.ts"

const seats = [{ id: "ann", name: "Ann", kind: "model" as const, role: "member" }]
const [a, b] = ["a", "b"].map((letter) => ({ id: letter.repeat(36), seats }))
const outcome = { stoppingReason: "decided", rounds: 1, solution: "Tea" } as Outcome
const written = (comparison: Parameters<typeof comparisonText>[0]) =>
  comparisonText(comparison, { a: a!, b: b! }, { width: () => 40, colour: false })

test("a comparison shows what two discussions share, where they diverge and how they end", () => {
  const said = { kind: "turn" as const, roundNumber: 2, by: "ann", content: "Tea, I said, and \u001b[31mtea it is." }
  const partAt = { a: said, b: { ...said, kind: "vote" as const, content: "coffee" } }
  expect(written({ alike: 5, partAt, outcomes: { a: outcome, b: null, differIn: ["solution"] } })).toBe(
    `
Comparison

The first 5 turns and votes are the same; they diverge in round 2:

  aaaaaaaa Ann says
    Tea, I said, and tea it is.
    Ended after 1 round. Decided by
    ballot. Tea

  bbbbbbbb Ann votes
    coffee
    Not finished yet.

Their outcomes differ in: solution.
`,
  )
  expect(written({ alike: 1, partAt: null, outcomes: { a: outcome, b: outcome, differIn: [] } })).toContain(
    "The first turn or vote is the same; they never diverge",
  )
  expect(written({ alike: 0, partAt: { b: said }, outcomes: { a: null, b: null, differIn: [] } })).toContain(
    "has ended",
  )
})
