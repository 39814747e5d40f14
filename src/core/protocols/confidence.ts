import { pickWinner, prefers } from "./pick-winner.ts"
import type { Protocol } from "./protocol.ts"

export const confidence: Protocol = {
  description: "the highest total confidence",
  form: "single",
  decides: "votes",
  count: (votes, options) =>
    pickWinner(
      options.map((option) => ({
        option,
        score: votes.reduce((sum, vote) => sum + (prefers(vote, option) ? vote.confidence : 0), 0),
      })),
      votes,
    ),
}
