import type { Ledger, Position } from "../../src/core/analysing/ledger.ts"
import { type ChoiceCount, type LedgerAlert, ledgerAlerts } from "../../src/core/analysing/ledger-alerts.ts"
import { mean } from "../../src/evaluation/statistics.ts"
import { mostFrequent, type RecordedDiscussion } from "./recorded-discussions.ts"

export interface AlertResult {
  readonly corpus: string
  readonly kind: LedgerAlert["kind"]
  readonly discussions: number
  /** Number of discussions with the alert. */
  readonly raised: number
  /** Share of those that ended wrong; a final tie counts as the probability of drawing a wrong answer. */
  readonly precision: number
  /** Share of all discussions that ended wrong, with corpora weighted by how often the alert is raised in each. */
  readonly baseRate: number
  readonly lift: number
  /** Share of the discussions that ended wrong in which the alert is raised. */
  readonly recall: number
}

const kinds: readonly LedgerAlert["kind"][] = ["new_position", "new_winner", "no_majority"]

/** Measures how often discussions with each ledger alert ended wrong, compared with the base rate. */
export function evaluateAlerts(discussions: readonly RecordedDiscussion[]): readonly AlertResult[] {
  const judged = discussions.flatMap(judge)
  const baseRates = new Map(
    [...Map.groupBy(judged, ({ corpus }) => corpus)].map(([corpus, own]) => [
      corpus,
      mean(own.map(({ wrong }) => wrong)),
    ]),
  )
  return ["all", ...baseRates.keys()].flatMap((corpus) => {
    const own = judged.filter((one) => corpus === "all" || one.corpus === corpus)
    return kinds.map((kind): AlertResult => {
      const raised = own.filter(({ alerts }) => alerts.has(kind))
      const precision = mean(raised.map(({ wrong }) => wrong))
      const baseRate = mean(raised.map((one) => baseRates.get(one.corpus)!))
      const wrongIn = (some: typeof own) => some.reduce((sum, { wrong }) => sum + wrong, 0)
      return {
        ...{ corpus, kind, discussions: own.length, raised: raised.length, precision, baseRate },
        lift: raised.length === 0 ? 0 : precision / baseRate,
        recall: wrongIn(raised) / wrongIn(own),
      }
    })
  })
}

function judge({ corpus, gold, rounds }: RecordedDiscussion) {
  const seats = (rounds[0] ?? []).map((_, seat): Ledger["seats"][number] => ({
    seat: `s${seat}`,
    name: `s${seat}`,
    positions: rounds.flatMap((answers, round) => positionFrom(answers[seat], round + 1)),
  }))
  const leaders = mostFrequent(rounds.at(-1) ?? [])
  if (leaders.length === 0) return []
  const winner = leaders.length === 1 ? { result: { choice: leaders[0]! } } : {}
  const ballots = rounds.map((answers, round): ChoiceCount => {
    const votes = answers.map((choice) => (choice === null ? {} : { choice }))
    return { roundNumber: round + 1, secret: false, votes, ...(round === rounds.length - 1 && winner) }
  })
  const alerts = ledgerAlerts(seats, ballots)
  const wrong = 1 - (leaders.includes(gold) ? 1 / leaders.length : 0)
  return [{ corpus, wrong, alerts: new Set(alerts.map(({ kind }) => kind)) }]
}

function positionFrom(stance: string | null | undefined, roundNumber: number): readonly Position[] {
  if (stance === undefined) return []
  return [{ roundNumber, stance, confidence: 50, reasoning: "", source: "vote", changed: false }]
}
