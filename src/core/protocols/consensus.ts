import type { Agreement, CountResult, NormalizedVote, Protocol } from "./protocol.ts"

/** All, any, or a share of the voters stand for the same option with the same amount, each sure enough. */
export const consensus: Protocol = {
  description: "what as many as agreement asks for stand behind, each sure enough",
  form: "single",
  decides: "agreement",
  count: (votes, options, { agreement, minConfidence }) => {
    const readable = votes.filter((vote) => !vote.unreadable).length
    const sure = votes.filter((vote) => vote.ranking.length > 0 && vote.confidence >= minConfidence)
    const tally = options.map((option) => ({
      option,
      score: sure.filter((vote) => vote.ranking[0] === option).length,
    }))
    // Ties go to the surer ones, then to the option given first, as everywhere.
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

/** An unreadable vote is neither yes nor no, but where all must agree it stands in the way. */
export function meetsAgreement(yes: number, voters: number, readable: number, agreement: Agreement): boolean {
  if (yes === 0) return false
  if (agreement === "any") return true
  if (agreement === "all") return yes === voters
  return readable > 0 && yes / readable >= agreement
}

function totalConfidence(votes: readonly NormalizedVote[]): number {
  return votes.reduce((sum, vote) => sum + vote.confidence, 0)
}
