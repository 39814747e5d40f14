import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Table } from "../discussion/table.ts"
import type { Ballot, BallotForm, Score, Vote } from "../discussion/vote.ts"
import type { NormalizedVote } from "../protocols/protocol.ts"

/** Assumptions made to count votes by a protocol that asks for another form of vote. */
export const assumptions = [
  "choice_as_ranking",
  "choice_as_approval",
  "approval_as_ranking",
  "ranking_as_approval",
  "first_of_approved",
  "scores_as_ranking",
  "scores_as_approval",
  "choice_as_scores",
  "proposals_as_options",
] as const
export type Assumption = (typeof assumptions)[number]

/** Converts votes to a form that every protocol can count. Drops options that were not offered to the voter. */
export function normalizeVotes(
  votes: readonly Vote[],
  all: readonly string[],
  orders?: Ballot["orders"],
): readonly NormalizedVote[] {
  return votes.map((vote) => {
    const shown = orders?.[vote.seat]
    const offered = shown && shown.length < all.length ? shown.map((place) => all[place]!) : undefined
    const options = offered ?? all
    const said = vote.ranking ?? byScore(vote) ?? vote.approved ?? (vote.choice === undefined ? [] : [vote.choice])
    const ranking = [...new Set(said)].filter((option) => options.includes(option))
    return {
      seat: vote.seat,
      ranking,
      approved: approvedBy(vote, ranking, options),
      ...(offered && { offered }),
      ...(vote.scores && { scores: vote.scores }),
      confidence: vote.confidence,
      ...(vote.amount !== undefined && { amount: vote.amount }),
      ...(vote.reading === "unreadable" && { unreadable: true }),
    }
  })
}

const minApprovedScore = 5

/** Best first; ties in the order shown. */
function byScore({ scores }: Vote): readonly string[] | undefined {
  return scores?.toSorted((a, b) => b.score - a.score).map(({ option }) => option)
}

/** A partial ranking approves of what it ranks; a full one, which names no limit, of its better half. */
function approvedBy(vote: Vote, ranking: readonly string[], options: readonly string[]): readonly string[] {
  if (vote.scores) return ranking.filter((option) => scoreOf(vote.scores!, option) >= minApprovedScore)
  if (vote.ranking === undefined || ranking.length < options.length) return ranking
  return ranking.slice(0, Math.max(1, Math.floor(options.length / 2)))
}

function scoreOf(scores: readonly Score[], option: string): number {
  return scores.find((one) => one.option === option)?.score ?? 0
}

/** The assumptions made when these votes are counted in this form. */
export function assumptionsFor(votes: readonly Vote[], form: BallotForm): readonly Assumption[] {
  const assumed = new Set<Assumption>()
  for (const vote of votes) {
    const given = formOf(vote)
    if (given === undefined || given === form) continue
    if (form === "scores") assumed.add("choice_as_scores")
    else if (given === "scores" && form === "ranking") assumed.add("scores_as_ranking")
    else if (given === "scores" && form === "approval") assumed.add("scores_as_approval")
    else if (form === "ranking") assumed.add(given === "single" ? "choice_as_ranking" : "approval_as_ranking")
    else if (form === "approval") assumed.add(given === "single" ? "choice_as_approval" : "ranking_as_approval")
    else if (given === "approval" && (vote.approved?.length ?? 0) > 1) assumed.add("first_of_approved")
  }
  return [...assumed]
}

function formOf(vote: Vote): BallotForm | undefined {
  if (vote.scores) return "scores"
  if (vote.ranking) return "ranking"
  if (vote.approved) return "approval"
  return vote.choice === undefined ? undefined : "single"
}

/** The weights of seats that have one. */
export function seatWeights({ seats }: Pick<DiscussionState, "seats">): Readonly<Record<SeatId, number>> {
  return Object.fromEntries(seats.flatMap(({ id, weight }) => (weight === undefined ? [] : [[id, weight]])))
}

/** Log-odds of the winner against all other options together. */
export function winnerLogOdds(scores: readonly number[], winner: number): number {
  const others = scores.reduce((sum, score, at) => sum + (at === winner ? 0 : Math.exp(score - scores[winner]!)), 0)
  return -Math.log(Math.max(others, Number.EPSILON))
}

/** The calibrated probability that the winner is right. */
export function winnerProbability(
  scores: readonly number[],
  winner: number,
  { offset, slope }: NonNullable<Table["learned"]>["calibration"],
): number {
  return 1 / (1 + Math.exp(-(offset + slope * winnerLogOdds(scores, winner))))
}

/** Learned corrections per position on the ballot; undefined if each voter saw a different order. */
export function placeWeights({ table }: Pick<DiscussionState, "table">, ballot: Ballot): readonly number[] | undefined {
  return ballot.orders === undefined && ballot.asks === "choice" ? table.learned?.places : undefined
}
