import type { Tally, Tie } from "../../discussion/vote.ts"
import type { Count, Paper } from "./protocol.ts"

/** Sums of weights differ in their last digits with the order they are added in. */
const sameScore = 1e-9

/** Whether a paper speaks for an option: as its first choice, or among those it approves of. */
export type Backs = (paper: Paper, option: string) => boolean

export const prefers: Backs = (paper, option) => paper.ranking[0] === option

/** The option with the highest score among those that somebody names; a tie is settled by the stated rule. */
export function decide(tally: Tally, papers: readonly Paper[], backs: Backs = prefers, names: Backs = backs): Count {
  const backed = tally.filter(({ option }) => papers.some((paper) => names(paper, option)))
  const most = Math.max(...backed.map(({ score }) => score))
  const first = backed.filter(({ score }) => score >= most - sameScore).map(({ option }) => option)
  const { option: winner, tie } = settleTie(first, papers, backs)
  if (winner === undefined) return { tally }
  const amount = median(papers.flatMap((paper) => (backs(paper, winner) ? (paper.amount ?? []) : [])))
  return { winner, ...(amount !== undefined && { amount }), tally, ...(tie && { tie }) }
}

/** The rule for ties: the higher confidence of those behind it in all, then the place among the options as given. */
export function settleTie(
  tied: readonly string[],
  papers: readonly Paper[],
  backs: Backs,
): { readonly option?: string; readonly tie?: Tie } {
  const [earliest] = tied
  if (earliest === undefined || tied.length === 1) return { ...(earliest !== undefined && { option: earliest }) }
  const confidence = (option: string) =>
    papers.reduce((sum, paper) => sum + (backs(paper, option) ? paper.confidence : 0), 0)
  const most = Math.max(...tied.map(confidence))
  const surest = tied.filter((option) => confidence(option) === most)
  return { option: surest[0]!, tie: { between: tied, by: surest.length === 1 ? "confidence" : "order" } }
}

/** The middle one, the lower of two: an amount that somebody named. */
function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1]
}
