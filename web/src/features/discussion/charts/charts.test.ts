import { describe, expect, test } from "vitest"
import type { BallotItem } from "../../../../../src/core/public/view.ts"
import type { Ballot, Ledger } from "../../../api/discussions.ts"
import { confidenceSeries } from "./confidence-chart.tsx"
import { flowLayout } from "./position-flow.tsx"

function ballot(roundNumber: number, asks: Ballot["asks"], confidences: Readonly<Record<string, number>>): BallotItem {
  const votes = Object.entries(confidences).map(([role, confidence]) => ({
    ...{ role, confidence, hasConsensus: true, reasoning: "", attempt: 1, timestamp: "" },
    reading: confidence < 0 ? ("unreadable" as const) : ("markers" as const),
  }))
  const result = { sentence: "", passed: true, yes: 1, no: 0, unreadable: 0 }
  const paper = {
    id: `b${roundNumber}${asks}`,
    asks,
    roundNumber,
    stage: 0,
    secret: false,
    voters: [],
    voted: [],
    options: [],
  }
  return { kind: "ballot", key: paper.id, ballot: { ...paper, votes, result }, retries: [] }
}

describe("confidence by round", () => {
  test("comes from votes on the question only, and omits unreadable votes", () => {
    const series = confidenceSeries([
      ballot(1, "call", { ann: 10, ben: 20 }),
      ballot(2, "call", { ann: 30, ben: 40 }),
      ballot(2, "choice", { ann: 80, ben: -1 }),
      ballot(2, "confirm", { ann: 1, ben: 2 }),
    ])
    const points = (seat: string) => series.get(seat)?.map(({ round, confidence }) => [round, confidence])
    expect(points("ann")).toEqual([[2, 80]])
    expect(points("ben")).toBeUndefined()
  })
})

describe("the flow of positions", () => {
  test("has a band for each stance and a line for each seat with a stance", () => {
    const at = (roundNumber: number, stance: string | null, changed = false) => ({
      ...{ roundNumber, stance, changed, confidence: 50, reasoning: "", source: "vote" as const },
    })
    const ledger: Ledger = {
      alerts: [],
      seats: [
        { role: "ann", name: "Ann", positions: [at(1, "A"), at(2, "B", true)] },
        { role: "ben", name: "Ben", positions: [at(1, "B"), at(2, "B")] },
        { role: "cai", name: "Cai", positions: [] },
      ],
    }
    const { bands, rounds, lines } = flowLayout(ledger)
    expect(bands.map(({ stance }) => stance)).toEqual(["A", "B"])
    expect(bands[1]!.size).toBeGreaterThan(bands[0]!.size)
    expect(rounds).toEqual([1, 2])
    expect(lines.map(({ seat, points }) => [seat, points.map(({ band }) => band)])).toEqual([
      ["ann", [0, 1]],
      ["ben", [1, 1]],
    ])
    expect(lines[0]!.points[1]!.offset).not.toBe(lines[1]!.points[1]!.offset)
  })
})
