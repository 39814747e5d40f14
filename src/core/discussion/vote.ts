import type { ProtocolName } from "../protocols/index.ts"
import type { BallotForm, Score, Tally, Tie } from "../protocols/protocol.ts"
import type { SeatId } from "./seat.ts"

export type { ProtocolName } from "../protocols/index.ts"
export { type Agreement, type BallotForm, ballotFormNames, type Score, type Tie } from "../protocols/protocol.ts"

/** How a vote was read from its answer. */
export const voteReadings = ["structured", "markers", "inferred", "unreadable"] as const
export type VoteReading = (typeof voteReadings)[number]

/** What a ballot asks: the first three take yes or no, `choice` takes one of the options. */
export const ballotQuestions = ["consensus", "call", "confirm", "choice"] as const
export type BallotQuestion = (typeof ballotQuestions)[number]

/** One seat's answer to one ballot. `hasConsensus` is null if no yes or no was asked for or could be read. */
export interface Vote {
  readonly seat: SeatId
  readonly hasConsensus: boolean | null
  /** The chosen option; the most preferred one if several are named. */
  readonly choice?: string
  /** On a ranked ballot: options from best to worst; may be incomplete. */
  readonly ranking?: readonly string[]
  /** On an approval ballot: all acceptable options; may be empty. */
  readonly approved?: readonly string[]
  /** On a score ballot: a score for each option. */
  readonly scores?: readonly Score[]
  readonly amount?: number
  readonly confidence: number
  readonly reasoning: string
  readonly proposedSolution?: string
  readonly reading: VoteReading
  readonly attempt: number
  readonly timestamp: number
}

export interface BallotResult {
  /** The question and its result in one sentence, in the discussion's language. */
  readonly sentence: string
  readonly passed: boolean
  readonly yes: number
  readonly no: number
  readonly unreadable: number
  readonly choice?: string
  readonly amount?: number
  readonly finalSolution?: string
  /** The voting method, if it is one that always decides. */
  readonly protocol?: ProtocolName
  readonly tally?: Tally
  readonly tie?: Tie
  /** Number of ballots in the tally, if more than this one. */
  readonly pooledBallots?: number
}

/** One question put to the seats, with their votes and the result. */
export interface Ballot {
  readonly id: string
  readonly asks: BallotQuestion
  readonly roundNumber: number
  readonly stage: number
  readonly secret: boolean
  readonly voters: readonly SeatId[]
  readonly options: readonly string[]
  /** What a voter is asked for (default: one option). */
  readonly form?: BallotForm
  /** If the options are answers that seats gave: the turn ids, in the order of `options`. */
  readonly answers?: readonly string[]
  /** If each voter sees the options in a different order: indices of `options` by seat; may be incomplete. */
  readonly orders?: Readonly<Record<SeatId, readonly number[]>>
  readonly votes: readonly Vote[]
  readonly result?: BallotResult
}

/** The positions still open after a vote. */
export interface ContestedPositions {
  /** Most supporters first. */
  readonly positions: readonly { readonly position: string; readonly seats: number }[]
  /** Options without a supporter. */
  readonly dropped: readonly string[]
}

/** Whether all voters are asked in parallel, so that none sees another's vote before its own. */
export function isAskedAtOnce({ secret, answers }: Pick<Ballot, "secret" | "answers">): boolean {
  return secret || answers !== undefined
}

/** The id of the call that asks a seat for its vote. */
export function voteCallId(ballotId: string, seat: SeatId): string {
  return `${ballotId}/${seat}`
}

/** A vote among options as text: the option, the ranking, the scores or all approved options. */
export function describeVote({
  choice,
  ranking,
  approved,
  scores,
}: Pick<Vote, "choice" | "ranking" | "approved" | "scores">): string | undefined {
  if (scores) return scores.map(({ option, score }) => `${option}: ${score}`).join(", ")
  if (ranking) return ranking.join(" > ")
  return approved ? approved.join(", ") || "—" : choice
}

/** A vote as others may see it. On a secret ballot neither seat, position, time nor attempt can reveal the voter. */
export type ShownVote = Omit<Vote, "seat" | "attempt" | "timestamp"> & { readonly seat?: SeatId }

/** The votes of a counted ballot, as others may see them. */
export function shownVotes({ secret, votes }: Pick<Ballot, "secret" | "votes">): readonly ShownVote[] {
  const shown = votes.map(({ seat, attempt: _, timestamp: __, ...vote }) => ({
    ...(!secret && { seat }),
    ...vote,
  }))
  return secret ? shown.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : shown
}
