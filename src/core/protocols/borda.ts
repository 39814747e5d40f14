import { pickWinner, prefers, ranks } from "./pick-winner.ts"
import type { NormalizedVote, Protocol } from "./protocol.ts"

/**
 * Of n options the first gets n-1 points, the next n-2, and so on; unranked options share the remaining points equally.
 * A voter who was not offered its own answer gives it none, and an empty ranking counts as a tie of all options:
 * otherwise abstaining would pay.
 */
export const borda: Protocol = {
  description: "most points: of n options the first gets n-1, the next n-2, and so on",
  form: "ranking",
  decides: "votes",
  count: (votes, options) => {
    const ranked = votes.filter((vote) => vote.ranking.length > 0 || vote.offered)
    const points = (vote: NormalizedVote, option: string) => {
      const { ranking, offered = options } = vote
      if (!offered.includes(option)) return 0
      const place = ranking.indexOf(option)
      return place >= 0 ? offered.length - 1 - place : (offered.length - ranking.length - 1) / 2
    }
    return pickWinner(
      options.map((option) => ({ option, score: ranked.reduce((sum, vote) => sum + points(vote, option), 0) })),
      votes,
      prefers,
      ranks,
    )
  },
}
