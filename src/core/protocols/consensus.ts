import type { Agreement, CountResult, NormalizedVote, Protocol } from "./protocol.ts"

/** The required share of voters chose the same option with the same amount, each with enough confidence. */
export const consensus: Protocol = {
  description: "the option that as many voters as agreement requires agree on, each with enough confidence",
  form: "single",
  decides: "agreement",
  tallies: "voters",
  count: (votes, options, { agreement, minConfidence }) => {
    const readable = votes.filter((vote) => !vote.unreadable).length
    const sure = votes.filter((vote) => vote.ranking.length > 0 && vote.confidence >= minConfidence)
    const tally = options.map((option) => ({
      option,
      score: sure.filter((vote) => vote.ranking[0] === option).length,
    }))
    // Ties go to the higher total confidence, then to the earlier option, as in `breakTie`.
    const groups = [...Map.groupBy(sure, (vote) => `${options.indexOf(vote.ranking[0]!)}/${vote.amount}`).values()]
      .map((backers) => ({ backers, place: options.indexOf(backers[0]!.ranking[0]!) }))
      .toSorted(
        (a, b) =>
          b.backers.length - a.backers.length ||
          totalConfidence(b.backers) - totalConfidence(a.backers) ||
          a.place - b.place,
      )
    const [first, second] = groups
    if (!first || !meetsAgreement(first.backers.length, votes.length, readable, agreement)) return { tally }
    const count: CountResult = { winner: first.backers[0]!.ranking[0]!, tally }
    const amount = first.backers[0]!.amount
    const tied = second && second.backers.length === first.backers.length && second.place !== first.place
    const by = tied && totalConfidence(first.backers) > totalConfidence(second.backers) ? "confidence" : "order"
    return {
      ...count,
      ...(amount !== undefined && { amount }),
      ...(tied && { tie: { between: [count.winner!, second.backers[0]!.ranking[0]!], by } }),
    }
  },
}

/** Unreadable votes are neither yes nor no, but block agreement where all must agree. */
export function meetsAgreement(yes: number, voters: number, readable: number, agreement: Agreement): boolean {
  if (yes === 0) return false
  if (agreement === "any") return true
  if (agreement === "all") return yes === voters
  return readable > 0 && yes / readable >= agreement
}

function totalConfidence(votes: readonly NormalizedVote[]): number {
  return votes.reduce((sum, vote) => sum + vote.confidence, 0)
}
