import { decidingBallots } from "../counting/ballot-positions.ts"
import { placeWeights, seatWeights } from "../counting/seat-weights.ts"
import type { Likelihood } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Ballot } from "../discussion/vote.ts"

/**
 * How likely what a ballot decided is right, by weights that were learned. They were learned from answers given alone, so
 * it is said of the first vote alone, and only where nobody could hear another before it.
 */
export function winnerLikelihood(state: DiscussionState, ballot: Ballot | undefined): Likelihood | undefined {
  const { learned, format } = state.table
  const choice = ballot?.result?.protocol === "weighted" ? ballot.result.choice : undefined
  if (!learned || !ballot || choice === undefined || format.settings.decide !== "vote-first") return undefined
  if (decidingBallots(state)[0]?.id !== ballot.id) return undefined
  const weights = seatWeights(state)
  if (ballot.voters.some((voter) => weights[voter] === undefined)) return undefined
  const places = placeWeights(state, ballot) ?? []
  const scores = ballot.options.map((option, place) =>
    ballot.votes.reduce((sum, vote) => sum + (vote.choice === option ? weights[vote.seat]! : 0), places[place] ?? 0),
  )
  const winner = ballot.options.indexOf(choice)
  const others = scores.reduce((sum, score, at) => sum + (at === winner ? 0 : Math.exp(score - scores[winner]!)), 0)
  const { offset, slope } = learned.calibration
  // The log-odds of the winner against all others together.
  const odds = offset - slope * Math.log(Math.max(others, Number.EPSILON))
  return { probability: Math.round(1_000 / (1 + Math.exp(-odds))) / 1_000, learnedFrom: learned.answers }
}
