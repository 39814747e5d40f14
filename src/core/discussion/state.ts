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

/** Why a discussion was stopped, where whoever stopped it gave no reason. */
export const defaultAbortReason = "stopped by a person"

export function isOver(status: Status): boolean {
  return status === "completed" || status === "failed" || status === "aborted"
}

export type CallPurpose = Exclude<Turn["purpose"], "sub-discussion"> | "vote" | "choose" | ClosingPurpose

/** What was wrong with the answer before, told to a seat that is asked again. */
export type Clarification = "too_short" | "empty" | "unreadable_vote"

/** Something a seat has been asked and has not answered yet. */
export interface OpenCall {
  readonly id: string
  readonly purpose: CallPurpose
  readonly seat: SeatId
  readonly attempt: number
  readonly openedAt: number
  /** The model to ask, where it is not the one that the seat begins with. */
  readonly model?: string
  readonly failures: number
  readonly timeouts: number
  /** Answers that came but did not do: too short, or a vote that could not be read. */
  readonly rejections: number
  readonly clarification?: Clarification
  readonly delayMs: number
  readonly kept?: KeptAttempt
  /** Of a record or result: what was wrong with the attempt before, and what of it was right. */
  readonly problems?: readonly string[]
  readonly draft?: DecisionRecord
  /** A person or outside agent was told that it is their turn. */
  readonly awaiting: boolean
  /** How long they are waited for; absent: for as long as it takes. */
  readonly until?: number
  /** Somebody cut in: what has been said so far is all that will be. */
  readonly interrupted?: true
}

/** Where the round stands. A speaking stage is over when all of `order` are settled and nobody remains to be chosen. */
export interface RoundState {
  readonly number: number
  readonly stage: number
  readonly order: readonly SeatId[]
  readonly remaining: readonly SeatId[]
  readonly parallel: boolean
  readonly settled: number
  /** Turns of a parallel stage, held back until all have spoken. */
  readonly heldBack: readonly Turn[]
  /** How many entries there were when the stage began. */
  readonly entriesBefore: number
  readonly firstTurn: number
  readonly contributions: number
  readonly passes: number
  readonly skips: number
  /** Of the skips, those of seats that could not be heard. */
  readonly failures: number
  readonly aborted: boolean
  /** The turns after which a seat was asked whether it wants to interject. */
  readonly interjectedOn?: readonly string[]
  /** How like what was said before this round is in meaning, where that was measured; null where that failed. */
  readonly similarity?: number | null
  /** Its positions were compared by their meaning, or that was tried. */
  readonly positionsCompared?: true
  readonly completed: boolean
}

export interface Memory {
  readonly lines: readonly string[]
  readonly length: number
}

/** The fold of a discussion's events, nothing else. */
export interface DiscussionState {
  readonly id: string
  readonly seq: number
  readonly status: Status
  readonly phase: Phase
  readonly transitions: readonly PhaseTransition[]
  readonly table: Table
  /** Those who sit here now; `table.seats` are those who sat down first. */
  readonly seats: readonly Seat[]
  /** All who ever sat down, those who left and those who sit from the next round on included. */
  readonly everyone: readonly Seat[]
  /** The first round of those who joined. */
  readonly firstRounds: Readonly<Record<SeatId, number>>
  readonly leftSeats: readonly SeatId[]
  readonly round: RoundState | null
  readonly rounds: readonly RoundSummary[]
  readonly turns: readonly Turn[]
  readonly entries: readonly Entry[]
  readonly ballots: readonly Ballot[]
  /** Where each seat said last that it stands. */
  readonly stances: Readonly<Record<SeatId, Stance>>
  readonly openCalls: readonly OpenCall[]
  readonly turnsStarted: number
  readonly turnsThisRun: number
  readonly lastSpeaker: SeatId | null
  /** Models that took over for the rest of the discussion, by seat. */
  readonly modelOverrides: Readonly<Record<SeatId, string>>
  readonly memories: Readonly<Record<SeatId, Memory>>
  /** The first entry that prompts still show, and the length of those shown. */
  readonly history: { readonly from: number; readonly length: number }
  readonly usage: Readonly<Record<SeatId, TokenUsage>>
  readonly startedAt: number | null
  readonly updatedAt: number
  /** Time spent waiting or paused does not count against limits of time. */
  readonly idleMs: number
  readonly idleSince: number | null
  readonly paused: boolean
  /** The budgets that have been warned of. */
  readonly budgetsWarned: readonly BudgetKind[]
  readonly subDiscussions: readonly SubDiscussion[]
  readonly closing: StoppingReason | null
  /** Calls for the record or the result of which nothing came. */
  readonly failedClosingCalls: readonly {
    readonly purpose: ClosingPurpose
    readonly seat: SeatId
    readonly message: string
  }[]
  readonly record: DecisionRecord | null
  /** Absent until it is there; it can be any value. */
  readonly result?: { readonly value: unknown }
  /** Once a seat is asked alone: what it chose, null where that could not be read, and what all before it used. */
  readonly baseline?: {
    readonly answers: readonly (string | null)[]
    readonly usage: TokenUsage
    readonly tableUsage: TokenUsage
  }
  readonly outcome: Outcome | null
}
