import { expect, test } from "vitest"
import { evaluateRules } from "../../scripts/evaluation/evaluate-rules.ts"
import type { RecordedDiscussion } from "../../scripts/evaluation/recorded-discussions.ts"

function discussion(gold: string, ...rounds: readonly string[]): RecordedDiscussion {
  return {
    corpus: "made-up",
    gold,
    rounds: rounds.map((round) => [...round].map((answer) => (answer === "-" ? null : answer))),
  }
}

function accuracy(discussions: readonly RecordedDiscussion[], talk: string, counts: string) {
  const found = evaluateRules(discussions, 100).find((one) => one.talk === talk && one.counts === counts)
  return found && { accuracy: found.accuracy, rounds: found.rounds }
}

test("a first vote with one leader decides without further discussion", () => {
  const recorded = [discussion("a", "aab", "bbb")]
  expect(accuracy(recorded, "ties", "pooled")).toEqual({ accuracy: 1, rounds: 0.5 })
  expect(accuracy(recorded, "differences", "last")).toEqual({ accuracy: 0, rounds: 1 })
})

test("a tie is discussed until the pooled votes have a leader", () => {
  const recorded = [discussion("b", "abc", "abb", "bbb")]
  expect(accuracy(recorded, "ties", "pooled")?.accuracy).toBe(1)
  expect(accuracy(recorded, "ties", "pooled")?.rounds).toBeCloseTo(2 / 3)
  expect(accuracy(recorded, "never", "first")?.accuracy).toBeCloseTo(1 / 3)
})

test("a tie is one of the votes that count: of all, or of the last vote alone", () => {
  const recorded = [discussion("a", "aabbc", "ccabd", "aaaaa")]
  expect(accuracy(recorded, "ties", "pooled")).toEqual({ accuracy: 1, rounds: 1 })
  expect(accuracy(recorded, "ties", "last")).toEqual({ accuracy: 0, rounds: 2 / 3 })
})

test("differences are discussed until a round adds no support for the leader", () => {
  const recorded = [discussion("a", "aab", "aab", "bbb", "bbb")]
  expect(accuracy(recorded, "differences", "last")).toEqual({ accuracy: 1, rounds: 0.5 })
  const unreadable = [discussion("b", "aab", "---", "bbb", "aaa")]
  expect(accuracy(unreadable, "differences", "last")).toEqual({ accuracy: 1, rounds: 0.75 })
})

test("an unreadable last round does not discard an earlier answer", () => {
  expect(accuracy([discussion("a", "abc", "aab", "---")], "always", "last")?.accuracy).toBe(1)
})

test("unreadable answers do not count, and a discussion without any answer is wrong", () => {
  expect(accuracy([discussion("a", "---", "---")], "always", "pooled")?.accuracy).toBe(0)
})
