import { pickWinner, prefers } from "./pick-winner.ts"
import type { Protocol } from "./protocol.ts"

/**
 * Sums the weights of first choices; seats without a weight count 1. Learned position corrections are added to options
 * with at least one vote.
 */
export const weighted: Protocol = {
  description: "the highest total weight of its voters",
  form: "single",
  decides: "votes",
  needs: "weights",
  count: (votes, options, { weights = {}, places = [] }) =>
    pickWinner(
      options.map((option, place) => {
        const behind = votes.filter((vote) => prefers(vote, option))
        const weight = behind.reduce((sum, vote) => sum + (weights[vote.seat] ?? 1), 0)
        return { option, score: behind.length === 0 ? 0 : weight + (places[place] ?? 0) }
      }),
      votes,
    ),
}
