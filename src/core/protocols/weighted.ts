import { pickWinner, prefers } from "./pick-winner.ts"
import type { Protocol } from "./protocol.ts"

/** Sums the weights of first choices (default: 1), and the learned correction for the position of chosen options. */
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
