import type { CountResult, NormalizedVote, Tally, Tie } from "./protocol.ts"

/** Sums of weights differ in their last digits with the order of addition. */
const scoreTolerance = 1e-9

/** Whether a vote supports an option: as its first choice, or by approving of it. */
export type Supports = (vote: NormalizedVote, option: string) => boolean

export const prefers: Supports = (vote, option) => vote.ranking[0] === option

/** For protocols in which an option can win as everyone's second choice. */
export const ranks: Supports = (vote, option) => vote.ranking.includes(option)

/** The highest-scoring option that at least one vote names; see `breakTie` for ties. */
export function pickWinner(
  tally: Tally,
  votes: readonly NormalizedVote[],
  supports: Supports = prefers,
  names: Supports = supports,
): CountResult {
  const backed = tally.filter(({ option }) => votes.some((vote) => names(vote, option)))
  const maxScore = Math.max(...backed.map(({ score }) => score))
  const first = backed.filter(({ score }) => score >= maxScore - scoreTolerance).map(({ option }) => option)
  const { option: winner, tie } = breakTie(first, votes, supports)
  if (winner === undefined) return { tally }
  const amount = median(votes.flatMap((vote) => (supports(vote, winner) ? (vote.amount ?? []) : [])))
  return { winner, ...(amount !== undefined && { amount }), tally, ...(tie && { tie }) }
}

/** Breaks a tie by the total confidence of the supporters, then by the order of the options. */
export function breakTie(
  tied: readonly string[],
  votes: readonly NormalizedVote[],
  supports: Supports,
): { readonly option?: string; readonly tie?: Tie } {
  const [earliest] = tied
  if (earliest === undefined || tied.length === 1) return { ...(earliest !== undefined && { option: earliest }) }
  const confidence = (option: string) =>
    votes.reduce((sum, vote) => sum + (supports(vote, option) ? vote.confidence : 0), 0)
  const maxConfidence = Math.max(...tied.map(confidence))
  const mostConfident = tied.filter((option) => confidence(option) === maxConfidence)
  return { option: mostConfident[0]!, tie: { between: tied, by: mostConfident.length === 1 ? "confidence" : "order" } }
}

/** The lower median, so that it is always an amount that was named. */
function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1]
}
