import type { Item } from "../../../../../src/core/public/view.ts"
import type { Ballot, Vote } from "../../../api/discussions.ts"

export interface ConfidencePoint {
  readonly round: number
  readonly confidence: number
  readonly vote: Vote
}

/** Each seat's confidence by round: in its last vote on the matter, or where the round had none in its last vote. */
export function confidenceSeries(items: readonly Item[]): ReadonlyMap<string, readonly ConfidencePoint[]> {
  const byRound = new Map<number, Ballot>()
  for (const item of items) {
    if (item.kind !== "ballot" || !item.ballot.result) continue
    const before = byRound.get(item.ballot.roundNumber)
    if (!before || isDecisionBallot(item.ballot) || !isDecisionBallot(before))
      byRound.set(item.ballot.roundNumber, item.ballot)
  }
  const series = new Map<string, ConfidencePoint[]>()
  for (const [round, { votes }] of byRound) {
    for (const vote of votes) {
      if (vote.reading === "unreadable") continue
      const points = series.get(vote.role) ?? []
      points.push({ round, confidence: vote.confidence, vote })
      series.set(vote.role, points)
    }
  }
  return series
}

function isDecisionBallot({ asks }: Ballot): boolean {
  return asks === "consensus" || asks === "choice"
}
