import { pickWinner, prefers } from "./pick-winner.ts"
import type { NormalizedVote, Protocol } from "./protocol.ts"

/** Of n options the first gets n-1 points, the next n-2, and so on; those not ranked share what is left alike. */
export const borda: Protocol = {
  description: "most points: of n options the first gets n-1, the next n-2, and so on",
  form: "ranking",
  decides: "votes",
  count: (votes, options) => {
    const ranked = votes.filter((vote) => vote.ranking.length > 0)
    const points = (vote: NormalizedVote, option: string) => {
      const place = vote.ranking.indexOf(option)
      return place >= 0 ? options.length - 1 - place : (options.length - vote.ranking.length - 1) / 2
    }
    return pickWinner(
      options.map((option) => ({ option, score: ranked.reduce((sum, vote) => sum + points(vote, option), 0) })),
      votes,
      prefers,
      // An option may win as everyone's second choice.
      (vote, option) => vote.ranking.includes(option),
    )
  },
}
