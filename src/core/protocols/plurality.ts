import { pickWinner, prefers } from "./pick-winner.ts"
import type { Protocol } from "./protocol.ts"

export const plurality: Protocol = {
  description: "most votes",
  form: "single",
  decides: "votes",
  tallies: "voters",
  count: (votes, options) =>
    pickWinner(
      options.map((option) => ({ option, score: votes.filter((vote) => prefers(vote, option)).length })),
      votes,
    ),
}
