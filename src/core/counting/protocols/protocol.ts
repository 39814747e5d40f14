import type { SeatId } from "../../discussion/seat.ts"
import type { Agreement, Score, Tally, Tie } from "../../discussion/vote.ts"

/** One vote as every protocol can count it. */
export interface NormalizedVote {
  readonly role: SeatId
  /** Options from best to worst, without those it says nothing about. Empty: it names none. */
  readonly ranking: readonly string[]
  readonly approved: readonly string[]
  readonly scores?: readonly Score[]
  readonly confidence: number
  readonly amount?: number | undefined
  /** A vote that nobody could read still counts among the voters where all must agree. */
  readonly unreadable?: boolean
}

export interface ProtocolRule {
  readonly agreement: Agreement
  readonly minConfidence: number
  /** What a seat's vote weighs where it is weighed; 1 for seats that are not named. */
  readonly weights?: Readonly<Record<SeatId, number>>
  /** What an option's place on the ballot counts for where votes are weighed, in the order of the options. */
  readonly places?: readonly number[] | undefined
  /** The option that the chair's synthesis names. */
  readonly chair?: string | undefined
}

/** What the votes come to under one protocol. Without a winner nothing is decided. */
export interface CountResult {
  readonly winner?: string
  readonly amount?: number
  readonly tally: Tally
  readonly tie?: Tie
  /** The counts one after another, where the protocol has several. */
  readonly counts?: readonly { readonly tally: Tally; readonly out: string }[]
}

export type Protocol = (votes: readonly NormalizedVote[], options: readonly string[], rule: ProtocolRule) => CountResult
