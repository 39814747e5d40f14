import { expect, test } from "vitest"
import { exitCodeOf } from "./exit-codes.ts"

test.each([
  ["consensus_reached", true, 0],
  ["decided", true, 0],
  ["max_iterations", true, 3],
  ["max_rounds", true, 3],
  ["max_rounds", false, 0],
  ["all_passed", false, 0],
  ["nothing_new", false, 0],
  ["turn_limit", false, 3],
  ["timeout", false, 3],
  ["budget", true, 5],
  ["budget", false, 5],
  ["user_abort", false, 4],
  ["error", false, 1],
  ["model_unavailable", true, 1],
] as const)("%s with ballots held (%s) is %i", (stoppingReason, hasVoted, code) => {
  expect(exitCodeOf({ stoppingReason }, hasVoted)).toBe(code)
})

test("a ballot that decided after the positions had settled counts as a decision", () => {
  expect(exitCodeOf({ stoppingReason: "positions_settled", solutionFrom: "ballot" }, true)).toBe(0)
  expect(exitCodeOf({ stoppingReason: "positions_settled", solutionFrom: "first_vote" }, true)).toBe(0)
  expect(exitCodeOf({ stoppingReason: "positions_settled" }, true)).toBe(3)
})
