import type { SeatId } from "./seat.ts"

/** How a vote was understood; the record always shows it. */
export type VoteReading = "structured" | "markers" | "inferred" | "unreadable"

/** What a ballot asks. The first three are answered yes or no, `choice` with one of the options. */
export const ballotQuestions = ["consensus", "call", "confirm", "choice"] as const
export type BallotQuestion = (typeof ballotQuestions)[number]

/** How a ballot is counted. `consensus` asks for agreement; the others, but for the chair, always decide. */
export const protocolNames = [
  "consensus",
  "plurality",
  "approval",
  "borda",
  "run-off",
  "score",
  "confidence",
  "weighted",
  "chair",
] as const
export type ProtocolName = (typeof protocolNames)[number]

/** What a `choice` asks for: one option, all that are acceptable, an order of them, or a score for each. */
export const ballotFormNames = ["single", "approval", "ranking", "scores"] as const
export type BallotForm = (typeof ballotFormNames)[number]

/** From 0 to 10. */
export interface Score {
  readonly option: string
  readonly score: number
}

/** What each option got, in the order in which the options were given. */
export type Tally = readonly { readonly option: string; readonly score: number }[]

/** Options that came out alike, and what settled it: the surer backers, else the place among the options as given. */
export interface Tie {
  readonly between: readonly string[]
  readonly by: "confidence" | "order"
}

/** How many voters must say yes: all of them, any one, or at least this share. */
export type Agreement = "all" | "any" | number

/** One seat's answer to one ballot. `hasConsensus` is null where no yes or no could be read, or none was asked. */
export interface Vote {
  readonly role: SeatId
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
  /** Where each voter is shown the options in an order of its own: indices of `options`. */
  readonly orders?: Readonly<Record<SeatId, readonly number[]>>
  readonly votes: readonly Vote[]
  readonly result?: BallotResult
}

/** The name of the call in which a seat is asked for its vote. */
export function voteCallId(ballotId: string, seat: SeatId): string {
  return `${ballotId}/${seat}`
}
