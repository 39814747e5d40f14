import { pickWinner, prefers, ranks } from "./pick-winner.ts"
import type { NormalizedVote, Protocol } from "./protocol.ts"

const maxScore = 10

export const score: Protocol = {
  description: "the highest average score",
  form: "scores",
  decides: "votes",
  needs: "scores",
  count: (votes, options) => {
    const counted = votes.filter((vote) => vote.ranking.length > 0)
    const given = (vote: NormalizedVote, option: string) =>
      vote.scores?.find((one) => one.option === option)?.score ?? (prefers(vote, option) ? maxScore : 0)
    const average = (option: string) =>
      counted.reduce((sum, vote) => sum + given(vote, option), 0) / Math.max(1, counted.length)
    return pickWinner(
      options.map((option) => ({ option, score: Math.round(average(option) * 100) / 100 })),
      votes,
      prefers,
      ranks,
    )
  },
}
