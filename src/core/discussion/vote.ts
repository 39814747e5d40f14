import type { ProtocolName } from "../protocols/index.ts"
import type { BallotForm, Score, Tally, Tie } from "../protocols/protocol.ts"
import type { SeatId } from "./seat.ts"

export type { ProtocolName } from "../protocols/index.ts"
export { type Agreement, type BallotForm, ballotFormNames, type Score, type Tie } from "../protocols/protocol.ts"

/** How a vote was understood; the record always shows it. */
export const voteReadings = ["structured", "markers", "inferred", "unreadable"] as const
export type VoteReading = (typeof voteReadings)[number]

/** What a ballot asks. The first three are answered yes or no, `choice` with one of the options. */
export const ballotQuestions = ["consensus", "call", "confirm", "choice"] as const
export type BallotQuestion = (typeof ballotQuestions)[number]

/** One seat's answer to one ballot. `hasConsensus` is null where no yes or no could be read, or none was asked. */
export interface Vote {
  readonly seat: SeatId
  readonly hasConsensus: boolean | null
  /** One of the options; the most preferred where several are named. */
  readonly choice?: string
  /** On a ballot that asks for an order: options from best to worst, perhaps not all of them. */
  readonly ranking?: readonly string[]
  /** On a ballot that asks for approval: all that are acceptable, perhaps none. */
  readonly approved?: readonly string[]
  /** On a ballot that asks for scores: one for each option. */
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
  /** What was asked and what came of it, in the discussion's language. */
  readonly sentence: string
  readonly passed: boolean
  readonly yes: number
  readonly no: number
  readonly unreadable: number
  readonly choice?: string
  readonly amount?: number
  readonly finalSolution?: string
  /** How it was counted, where that always decides. */
  readonly protocol?: ProtocolName
  readonly tally?: Tally
  readonly tie?: Tie
  /** How many ballots the tally counts together, where it is more than this one. */
  readonly pooledBallots?: number
}

export interface Ballot {
  readonly id: string
  readonly asks: BallotQuestion
  readonly roundNumber: number
  readonly stage: number
  readonly secret: boolean
  readonly voters: readonly SeatId[]
  readonly options: readonly string[]
  /** What a voter is asked for; one option where it is not said. */
  readonly form?: BallotForm
  /** Where the options are the answers of these seats: by option the turn that it stands for. */
  readonly answers?: readonly string[]
  /** Where each voter is shown the options in an order of its own: indices of `options`, perhaps not all. */
  readonly orders?: Readonly<Record<SeatId, readonly number[]>>
  readonly votes: readonly Vote[]
  readonly result?: BallotResult
}

/** What a vote has left open. */
export interface ContestedPositions {
  /** The most held first. */
  readonly positions: readonly { readonly position: string; readonly seats: number }[]
  /** Options that nobody stands for any more. */
  readonly dropped: readonly string[]
}

/** Whether no voter learns how another votes before it has voted itself. */
export function isAskedAtOnce({ secret, answers }: Pick<Ballot, "secret" | "answers">): boolean {
  return secret || answers !== undefined
}

/** The name of the call in which a seat is asked for its vote. */
export function voteCallId(ballotId: string, seat: SeatId): string {
  return `${ballotId}/${seat}`
}

/** What a vote among options names, in words: one of them, an order, scores, or all that are acceptable. */
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

/** A vote as others may see it: of a secret ballot it is not said whose it is, nor by its place, time or try. */
export type ShownVote = Omit<Vote, "seat" | "attempt" | "timestamp"> & { readonly seat?: SeatId }

/** The votes of a ballot that was counted, as others may see them. */
export function shownVotes({ secret, votes }: Pick<Ballot, "secret" | "votes">): readonly ShownVote[] {
  const shown = votes.map(({ seat, attempt: _, timestamp: __, ...vote }) => ({
    ...(!secret && { seat }),
    ...vote,
  }))
  return secret ? shown.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : shown
}
