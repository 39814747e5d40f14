import { pickWinner, prefers } from "./pick-winner.ts"
import type { Protocol } from "./protocol.ts"

/** First choices, each as heavy as its seat has earned. A seat without a weight counts 1. */
export const weighted: Protocol = (votes, options, { weights = {} }) =>
  pickWinner(
    options.map((option) => ({
      option,
      score: votes.reduce((sum, vote) => sum + (prefers(vote, option) ? (weights[vote.role] ?? 1) : 0), 0),
    })),
    votes,
  )
