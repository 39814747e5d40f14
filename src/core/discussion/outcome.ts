import type { ErrorDetail } from "../errors.ts"
import type { SeatId } from "./seat.ts"
import type { TokenUsage } from "./usage.ts"
import type { BallotQuestion, ProtocolName, Score, Tie, VoteReading } from "./vote.ts"

export const stoppingReasons = [
  "consensus_reached",
  "decided",
  "max_iterations",
  "user_abort",
  "error",
  "model_unavailable",
  "timeout",
  "all_passed",
  "nothing_new",
  "positions_settled",
  "max_rounds",
  "budget",
  "turn_limit",
] as const
export type StoppingReason = (typeof stoppingReasons)[number]

/** What one seat brought to the table. */
export interface Contribution {
  readonly seat: SeatId
  readonly name: string
  readonly turns: number
  readonly passes: number
  readonly characters: number
  /** The beginning of its last contribution. */
  readonly excerpt: string
}

/** A seat that did not go along with the last ballot, in its own words. */
export interface Dissent {
  /** Absent where the ballot was secret. */
  readonly seat?: SeatId
  readonly name?: string
  readonly reading: VoteReading
  readonly confidence: number
  readonly reasoning: string
  readonly choice?: string
}

export interface Proposal {
  readonly seat?: SeatId
  readonly solution: string
  readonly confidence: number
}

/** Who stood where on one ballot. */
export interface BallotPositions {
  readonly ballotId: string
  readonly roundNumber: number
  readonly asks: BallotQuestion
  /** The most held first: an option, or yes and no where the ballot asked that; null is a vote nobody could read. */
  readonly positions: readonly {
    readonly position: string | null
    readonly count: number
    readonly seats?: readonly SeatId[]
    /** How sure they are on average. */
    readonly confidence: number
  }[]
}

/** What the last ballot would have come to under a protocol. */
export interface RecountSummary {
  readonly protocol: ProtocolName
  /** Null where nothing would have been decided. */
  readonly winner: string | null
  /** Whether that is another end than the one it had. */
  readonly differs: boolean
  /** As many stood for something else; only the order of the options puts it first. */
  readonly tied?: true
}

/** Where a solution comes from; only the first is what all who had to agree to it did. */
export const solutionSources = [
  "agreement",
  "ballot",
  "first_vote",
  "synthesis",
  "record",
  "proposal",
  "last_words",
] as const
export type SolutionSource = (typeof solutionSources)[number]

/** A share of 1, and from how many answers it was learned. */
export interface Likelihood {
  readonly probability: number
  readonly learnedFrom: number
}

/**
 * What settled a discussion. `judge`: one seat voted alone; `chair`: one seat wrote the result and nobody else decided;
 * `none`: it ended by itself, without a conclusion.
 */
export const decisionKinds = ["agreement", "ballot", "judge", "chair", "limit", "stopped", "failed", "none"] as const
export type DecisionKind = (typeof decisionKinds)[number]

export const limitNames = ["rounds", "turns", "time", "budget"] as const
export type LimitName = (typeof limitNames)[number]

/** The last ballot on the matter, in figures: names of voters are no part of it. */
export interface CountedBallot {
  readonly ballotId: string
  readonly roundNumber: number
  readonly asks: BallotQuestion
  readonly protocol: ProtocolName
  readonly passed: boolean
  readonly choice?: string
  readonly amount?: number
  /** Voters who said yes, or whose first choice won; those who are not sure enough to count included. */
  readonly yes: number
  /** Of these, those who are not sure enough. */
  readonly unsure?: number
  readonly voters: number
  readonly unreadable: number
  /** What each option got, the most first: votes, or points where the protocol counts in points. */
  readonly tally?: readonly Score[]
  readonly inPoints?: true
  readonly tie?: Tie
  /** It ranked what seats had answered, by their names. */
  readonly answers?: true
  /** Amounts that were named for the option that most chose, where they differ. */
  readonly amounts?: readonly number[]
}

export interface DecidedBy {
  readonly kind: DecisionKind
  /** Those who agreed, the judge or the chair; left out where a secret ballot keeps it. */
  readonly seats?: readonly SeatId[]
  /** With `limit`. */
  readonly limit?: LimitName
  readonly ballot?: CountedBallot
  /** Where nothing was decided: how many stood for what last, the most first. */
  readonly positions?: readonly { readonly position: string; readonly seats: number }[]
  /** Seats of which nobody knows it. */
  readonly unknown?: number
  /** How many of how many wanted to vote, where a vote was never held. */
  readonly call?: { readonly yes: number; readonly voters: number; readonly unreadable: number }
  /** The seat that wrote the synthesis. */
  readonly writer?: SeatId
  /** The model that it was written with, where none of the writer's own could be reached. */
  readonly writerModel?: string
  /** The seat that was to write the synthesis and could not. */
  readonly unwritten?: SeatId
}

/** What one seat chose that was asked alone, as often as the table asked its models. */
export interface BaselineOutcome {
  readonly seat: SeatId
  readonly modelId?: string
  /** As many answers as the table made calls for its turns and votes, and how many there are of them. */
  readonly wanted: number
  readonly answers: number
  readonly unreadable: number
  /** How often each option was chosen, the most first. */
  readonly tally: readonly Score[]
  /** What was chosen most; absent where two were as often. */
  readonly choice?: string
  readonly usage: TokenUsage
  /** What the discussion itself used, its record included. */
  readonly tableUsage: TokenUsage
  /** The same in words, in the discussion's language. */
  readonly sentence: string
}

/** Why it stopped, the solution if any, who contributed what, who dissented. */
export interface Outcome {
  readonly stoppingReason: StoppingReason
  readonly agreed: boolean
  readonly decidedBy: DecidedBy
  /** The same in one sentence, in the discussion's language. */
  readonly sentence: string
  /** Agreed on, decided by ballot, written as the synthesis, or the best there was when a limit ended it. */
  readonly solution?: string
  /** With a solution. `first_vote`: the table counts that one, whatever came after it. */
  readonly solutionFrom?: SolutionSource
  /** How likely the solution is right; only where that was learned, for answers that were given alone. */
  readonly likelihood?: Likelihood
  readonly amount?: number
  /** Where nothing was agreed: the proposal its author was most sure of. */
  readonly bestProposal?: Proposal
  /** Where a result was asked for by a schema: what keeps it, or null with the reason. */
  readonly result?: unknown
  readonly resultProblem?: string
  readonly rounds: number
  readonly contributions: readonly Contribution[]
  readonly dissent: readonly Dissent[]
  /** The first vote beside the last: what the discussion has moved. Where nobody voted there are none. */
  readonly votes?: { readonly first: BallotPositions; readonly final: BallotPositions }
  /** The last ballot under every protocol that it can be counted by. */
  readonly recounts?: readonly RecountSummary[]
  readonly baseline?: BaselineOutcome
  readonly usage: TokenUsage
  readonly error?: ErrorDetail
}

/** Whether a solution is only what there was when a limit ended the discussion. */
export function isBestSoFar({
  stoppingReason,
  solutionFrom,
}: Pick<Outcome, "stoppingReason" | "solutionFrom">): boolean {
  const isOpen = solutionFrom === "proposal" || solutionFrom === "last_words"
  return isOpen || (solutionFrom !== undefined && isHardLimit(stoppingReason))
}

/** Limits that end a discussion wherever it stands. */
export function isHardLimit(reason: StoppingReason): boolean {
  return reason === "budget" || reason === "timeout" || reason === "turn_limit"
}
