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

/** A vote against the result of the last ballot, in the voter's own words. */
export interface Dissent {
  /** Absent if the ballot was secret. */
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

/** The positions that voters took on one ballot. */
export interface BallotPositions {
  readonly ballotId: string
  readonly roundNumber: number
  readonly asks: BallotQuestion
  /** Most votes first: an option, or yes and no on a yes-or-no ballot; null for unreadable votes. */
  readonly positions: readonly {
    readonly position: string | null
    readonly count: number
    readonly seats?: readonly SeatId[]
    /** Average confidence. */
    readonly confidence: number
  }[]
}

/** The last ballot counted under another voting method. */
export interface RecountSummary {
  readonly protocol: ProtocolName
  /** Null if nothing would have been decided. */
  readonly winner: string | null
  /** Whether the result differs from the actual one. */
  readonly differs: boolean
  /** The winner is tied with another option and comes first only by the order of the options. */
  readonly tied?: true
}

/** Where a solution comes from. Only `agreement` means that all required seats agreed. */
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

/** A probability from 0 to 1, and the number of answers it was learned from. */
export interface Likelihood {
  readonly probability: number
  readonly learnedFrom: number
}

/**
 * What settled a discussion. `judge`: one seat voted alone; `chair`: one seat wrote the result without a vote;
 * `none`: it ended by itself, without a conclusion.
 */
export const decisionKinds = ["agreement", "ballot", "judge", "chair", "limit", "stopped", "failed", "none"] as const
export type DecisionKind = (typeof decisionKinds)[number]

export const limitNames = ["rounds", "turns", "time", "budget"] as const
export type LimitName = (typeof limitNames)[number]

/** The numbers of the last ballot on the topic, without voters. */
export interface CountedBallot {
  readonly ballotId: string
  readonly roundNumber: number
  readonly asks: BallotQuestion
  readonly protocol: ProtocolName
  readonly passed: boolean
  readonly choice?: string
  readonly amount?: number
  /** Voters who said yes or whose first choice won, including those below `minConfidence`. */
  readonly yes: number
  /** Of these, those below `minConfidence`. */
  readonly unsure?: number
  readonly voters: number
  readonly unreadable: number
  /** Votes per option, or points if the protocol counts points; highest first. */
  readonly tally?: readonly Score[]
  readonly inPoints?: true
  readonly tie?: Tie
  /** The options were answers that seats gave; they are shown by the seats' names. */
  readonly answers?: true
  /** The amounts given for the most chosen option, if they differ. */
  readonly amounts?: readonly number[]
}

export interface DecidedBy {
  readonly kind: DecisionKind
  /** The seats that agreed, the judge or the chair; absent if the ballot was secret. */
  readonly seats?: readonly SeatId[]
  /** With `limit`. */
  readonly limit?: LimitName
  readonly ballot?: CountedBallot
  /** If nothing was decided: the last known positions with the number of seats, highest first. */
  readonly positions?: readonly { readonly position: string; readonly seats: number }[]
  /** Number of seats without a known position. */
  readonly unknown?: number
  /** If no vote was held: the result of the last call for one. */
  readonly call?: { readonly yes: number; readonly voters: number; readonly unreadable: number }
  /** The seat that wrote the synthesis. */
  readonly writer?: SeatId
  /** The model that wrote it, if none of the writer's own models was available. */
  readonly writerModel?: string
  /** The seat that should have written the synthesis but failed. */
  readonly unwritten?: SeatId
}

/** The choices of one seat answering alone, as often as the table called its models. */
export interface BaselineOutcome {
  readonly seat: SeatId
  readonly modelId?: string
  /** The number of calls the table made for turns and votes; `answers` is the number of answers received. */
  readonly wanted: number
  readonly answers: number
  readonly unreadable: number
  /** How often each option was chosen, highest first. */
  readonly tally: readonly Score[]
  /** The most chosen option; absent on a tie. */
  readonly choice?: string
  readonly usage: TokenUsage
  /** Usage of the discussion itself, including its record. */
  readonly tableUsage: TokenUsage
  /** The comparison in one sentence, in the discussion's language. */
  readonly sentence: string
}

/** Why the discussion stopped, its solution if any, the contributions and the dissent. */
export interface Outcome {
  readonly stoppingReason: StoppingReason
  readonly agreed: boolean
  readonly decidedBy: DecidedBy
  /** `decidedBy` in one sentence, in the discussion's language. */
  readonly sentence: string
  /** Agreed on, chosen by ballot, written as the synthesis, or the best available when a limit was reached. */
  readonly solution?: string
  /** Set with a solution. `first_vote`: the settings count the first vote, whatever came later. */
  readonly solutionFrom?: SolutionSource
  /** Probability that the solution is right; only if the table has learned weights and the answers were given independently. */
  readonly likelihood?: Likelihood
  readonly amount?: number
  /** If nothing was agreed: the proposal with the highest confidence. */
  readonly bestProposal?: Proposal
  /** If a result schema was given: a value that matches it, or null with `resultProblem`. */
  readonly result?: unknown
  readonly resultProblem?: string
  readonly rounds: number
  readonly contributions: readonly Contribution[]
  readonly dissent: readonly Dissent[]
  /** The first and the last vote, to show what the discussion changed; absent if there was no vote. */
  readonly votes?: { readonly first: BallotPositions; readonly final: BallotPositions }
  /** The last ballot under every voting method that can count it. */
  readonly recounts?: readonly RecountSummary[]
  readonly baseline?: BaselineOutcome
  readonly usage: TokenUsage
  readonly error?: ErrorDetail
}

/** Whether the solution is only the best available when a limit ended the discussion. */
export function isBestSoFar({
  stoppingReason,
  solutionFrom,
}: Pick<Outcome, "stoppingReason" | "solutionFrom">): boolean {
  const isOpen = solutionFrom === "proposal" || solutionFrom === "last_words"
  return isOpen || (solutionFrom !== undefined && isHardLimit(stoppingReason))
}

/** Limits that end a discussion at any point. */
export function isHardLimit(reason: StoppingReason): boolean {
  return reason === "budget" || reason === "timeout" || reason === "turn_limit"
}
