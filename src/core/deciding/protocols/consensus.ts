import type { Agreement } from "../../discussion/vote.ts"
import type { Count, Paper, Protocol } from "./protocol.ts"

/** All, any, or a share of the voters stand for the same option with the same amount, each sure enough. */
export const consensus: Protocol = (papers, options, { agreement, minConfidence }) => {
  const readable = papers.filter((paper) => !paper.unreadable).length
  const sure = papers.filter((paper) => paper.ranking.length > 0 && paper.confidence >= minConfidence)
  const tally = options.map((option) => ({
    option,
    score: sure.filter((paper) => paper.ranking[0] === option).length,
  }))
  // Ties go to the surer ones, then to the option given first, as everywhere.
  const groups = [...Map.groupBy(sure, (paper) => `${options.indexOf(paper.ranking[0]!)}/${paper.amount}`).values()]
    .map((backers) => ({ backers, place: options.indexOf(backers[0]!.ranking[0]!) }))
    .toSorted(
      (a, b) =>
        b.backers.length - a.backers.length || confidence(b.backers) - confidence(a.backers) || a.place - b.place,
    )
  const [first, second] = groups
  if (!first || !enough(first.backers.length, papers.length, readable, agreement)) return { tally }
  const count: Count = { winner: first.backers[0]!.ranking[0]!, tally }
  const amount = first.backers[0]!.amount
  const tied = second && second.backers.length === first.backers.length && second.place !== first.place
  const by = tied && confidence(first.backers) > confidence(second.backers) ? "confidence" : "order"
  return {
    ...count,
    ...(amount !== undefined && { amount }),
    ...(tied && { tie: { between: [count.winner!, second.backers[0]!.ranking[0]!], by } }),
  }
}

/** An unreadable vote is neither yes nor no, but where all must agree it stands in the way. */
export function enough(yes: number, voters: number, readable: number, agreement: Agreement): boolean {
  if (yes === 0) return false
  if (agreement === "any") return true
  if (agreement === "all") return yes === voters
  return readable > 0 && yes / readable >= agreement
}

function confidence(papers: readonly Paper[]): number {
  return papers.reduce((sum, paper) => sum + paper.confidence, 0)
}
