import { pickWinner, prefers } from "./pick-winner.ts"
import type { Protocol } from "./protocol.ts"

/** First choices, each as heavy as its seat has earned. A seat without a weight counts 1. */
export const weighted: Protocol = {
  description: "most weight, each vote as heavy as its seat",
  form: "single",
  decides: "votes",
  needs: "weights",
  count: (votes, options, { weights = {} }) =>
    pickWinner(
      options.map((option) => ({
        option,
        score: votes.reduce((sum, vote) => sum + (prefers(vote, option) ? (weights[vote.seat] ?? 1) : 0), 0),
      })),
      votes,
    ),
}
