import type { ClosingPurpose, DecisionRecord } from "./decision-record.ts"
import type { KeptAttempt, RoundSummary } from "./event.ts"
import type { Entry } from "./history.ts"
import type { Outcome, StoppingReason } from "./outcome.ts"
import type { Phase, PhaseTransition } from "./phase.ts"
import type { Seat, SeatId } from "./seat.ts"
import type { SubDiscussion } from "./sub-discussion.ts"
import type { Table } from "./table.ts"
import type { Stance, Turn } from "./turn.ts"
import type { BudgetKind, TokenUsage } from "./usage.ts"
import type { Ballot } from "./vote.ts"

export const statuses = ["queued", "running", "waiting", "paused", "completed", "failed", "aborted"] as const
export type Status = (typeof statuses)[number]

/** The reason of an abort request that gives none. */
export const defaultAbortReason = "stopped by a person"

export function isOver(status: Status): boolean {
  return status === "completed" || status === "failed" || status === "aborted"
}

export type CallPurpose = Exclude<Turn["purpose"], "sub-discussion"> | "vote" | "choose" | ClosingPurpose

/** The problem with the previous answer, which the retry's prompt explains. */
export type Clarification = "too_short" | "empty" | "unreadable_vote"

/** A question to a seat that has no answer yet. */
export interface OpenCall {
  readonly id: string
  readonly purpose: CallPurpose
  readonly seat: SeatId
  readonly attempt: number
  readonly openedAt: number
  /** The model to call, if it is not the seat's current one. */
  readonly model?: string
  readonly failures: number
  readonly timeouts: number
  /** Number of answers rejected as too short, unreadable or failing a check. */
  readonly rejections: number
  readonly clarification?: Clarification
  readonly delayMs: number
  readonly kept?: KeptAttempt
  /** Record or result: the problems of the previous attempt, and the part that passed the check. */
  readonly problems?: readonly string[]
  readonly draft?: DecisionRecord
  /** Waiting for a person or outside agent; `awaiting_input` has been published. */
  readonly awaiting: boolean
  /** Deadline of that wait in epoch milliseconds; absent: no limit. */
  readonly until?: number
  /** A person interrupted the turn: it ends with the text so far. */
  readonly interrupted?: true
}

/** The current round. A speaking stage is over when all seats of `order` are settled and `remaining` is empty. */
export interface RoundState {
  readonly number: number
  readonly stage: number
  readonly order: readonly SeatId[]
  readonly remaining: readonly SeatId[]
  readonly parallel: boolean
  readonly settled: number
  /** Turns of a parallel stage, held back until all have spoken. */
  readonly heldBack: readonly Turn[]
  /** Number of entries before the stage began. */
  readonly entriesBefore: number
  readonly firstTurn: number
  readonly contributions: number
  readonly passes: number
  readonly skips: number
  /** Skips because of a failed call. */
  readonly failures: number
  readonly aborted: boolean
  /** The turns after which a seat was offered an interjection. */
  readonly interjectedOn?: readonly string[]
  /** See `novelty_measured`; null if the measurement failed. */
  readonly similarity?: number | null
  /** Comparing its positions by meaning was attempted. */
  readonly positionsCompared?: true
  readonly completed: boolean
}

export interface Memory {
  readonly lines: readonly string[]
  readonly length: number
}

/** The fold of a discussion's events. */
export interface DiscussionState {
  readonly id: string
  readonly seq: number
  readonly status: Status
  readonly phase: Phase
  readonly transitions: readonly PhaseTransition[]
  readonly table: Table
  /** The current seats; `table.seats` are the initial ones. */
  readonly seats: readonly Seat[]
  /** All seats, including those that left and those that join in the next round. */
  readonly everyone: readonly Seat[]
  /** The first round of each seat that joined later. */
  readonly firstRounds: Readonly<Record<SeatId, number>>
  readonly leftSeats: readonly SeatId[]
  readonly round: RoundState | null
  readonly rounds: readonly RoundSummary[]
  readonly turns: readonly Turn[]
  readonly entries: readonly Entry[]
  readonly ballots: readonly Ballot[]
  /** The last stance of each seat. */
  readonly stances: Readonly<Record<SeatId, Stance>>
  readonly openCalls: readonly OpenCall[]
  readonly turnsStarted: number
  readonly turnsThisRun: number
  readonly lastSpeaker: SeatId | null
  /** Fallback models that replaced a seat's own for the rest of the discussion. */
  readonly modelOverrides: Readonly<Record<SeatId, string>>
  readonly memories: Readonly<Record<SeatId, Memory>>
  /** The first entry shown in prompts, and the length of all shown entries. */
  readonly history: { readonly from: number; readonly length: number }
  readonly usage: Readonly<Record<SeatId, TokenUsage>>
  readonly startedAt: number | null
  readonly updatedAt: number
  /** Time spent waiting or paused, which does not count against time limits. */
  readonly idleMs: number
  readonly idleSince: number | null
  readonly paused: boolean
  /** Budgets with a published warning. */
  readonly budgetsWarned: readonly BudgetKind[]
  readonly subDiscussions: readonly SubDiscussion[]
  readonly closing: StoppingReason | null
  /** Closing calls that failed for good. */
  readonly failedClosingCalls: readonly {
    readonly purpose: ClosingPurpose
    readonly seat: SeatId
    readonly message: string
  }[]
  readonly record: DecisionRecord | null
  readonly result?: { readonly value: unknown }
  /** Answers of the baseline seat (null: unreadable), and the usage of the discussion before it. */
  readonly baseline?: {
    readonly answers: readonly (string | null)[]
    readonly usage: TokenUsage
    readonly tableUsage: TokenUsage
  }
  readonly outcome: Outcome | null
}
