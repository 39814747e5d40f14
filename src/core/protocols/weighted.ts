import { pickWinner, prefers } from "./pick-winner.ts"
import type { Protocol } from "./protocol.ts"

/**
 * First choices, each as heavy as its seat has earned; a seat without a weight counts 1. What was learned of the places
 * on the ballot is added to the options that somebody chose.
 */
export const weighted: Protocol = {
  description: "most weight, each vote as heavy as its seat",
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
