import type { SeatId } from "./seat.ts"

/** How a vote was understood; the record always shows it. */
export type VoteReading = "structured" | "markers" | "inferred" | "unreadable"

/** What a ballot asks. The first three are answered yes or no, `choice` with one of the options. */
export const ballotQuestions = ["consensus", "call", "confirm", "choice"] as const
export type BallotQuestion = (typeof ballotQuestions)[number]

/** How many voters must say yes: all of them, any one, or at least this share. */
export type Agreement = "all" | "any" | number

/** One seat's answer to one ballot. `hasConsensus` is null where no yes or no could be read, or none was asked. */
export interface Vote {
  readonly role: SeatId
  readonly hasConsensus: boolean | null
  readonly choice?: string
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
}

export interface Ballot {
  readonly id: string
  readonly asks: BallotQuestion
  readonly roundNumber: number
  readonly stage: number
  readonly secret: boolean
  readonly voters: readonly SeatId[]
  readonly options: readonly string[]
  readonly votes: readonly Vote[]
  readonly result?: BallotResult
}
