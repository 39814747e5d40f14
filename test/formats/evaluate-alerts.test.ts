import { expect, test } from "vitest"
import { evaluateAlerts } from "../../scripts/evaluation/evaluate-alerts.ts"
import { parseRecordedDiscussions } from "../../scripts/evaluation/recorded-discussions.ts"

const line = (corpus: string, gold: string, ...rounds: readonly string[]) =>
  JSON.stringify({ corpus, gold, rounds: rounds.map((round) => [...round].map((answer) => ({ answer }))) })

test("an alert is measured by how often discussions with it end wrong, compared with the base rate", () => {
  const recorded = parseRecordedDiscussions(
    [line("one", "a", "aab", "aaa"), line("one", "a", "aab", "ccc"), line("one", "a", "aaa"), ""].join("\n"),
  )
  const found = evaluateAlerts(recorded).find(({ corpus, kind }) => corpus === "one" && kind === "new_winner")
  expect(found).toMatchObject({ discussions: 3, raised: 1, precision: 1, recall: 1 })
  expect(found?.baseRate).toBeCloseTo(1 / 3)
  expect(found?.lift).toBeCloseTo(3)
})

test("over all corpora the base rate is that of the corpora with the alert", () => {
  const recorded = parseRecordedDiscussions(
    [line("hard", "a", "abc", "bbb"), line("hard", "a", "bbd", "ccc"), line("easy", "a", "aaa", "aaa")].join("\n"),
  )
  const found = evaluateAlerts(recorded).find(({ corpus, kind }) => corpus === "all" && kind === "new_winner")
  expect(found).toMatchObject({ raised: 1, precision: 1, baseRate: 1, lift: 1 })
})
