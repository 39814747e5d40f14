import type { ErrorDetail } from "../errors.ts"
import type { ClosingPurpose, DecisionRecord } from "./decision-record.ts"
import type { Outcome, StoppingReason } from "./outcome.ts"
import type { PublicSeat, Seat, SeatId } from "./seat.ts"
import type { SeatQuestion } from "./seat-question.ts"
import type { Settings } from "./settings.ts"
import type { CallPurpose } from "./state.ts"
import type { SubDiscussion, SubDiscussionStatus } from "./sub-discussion.ts"
import type { Parent, Table } from "./table.ts"
import type { FinishReason, Interjection, Turn } from "./turn.ts"
import type { BudgetKind, TokenUsage } from "./usage.ts"
import type { Ballot, BallotQuestion, BallotResult, Vote } from "./vote.ts"

/**
 * Why a call is made again. `rejected`: what it gave did not stand a check. `fallback`: its model failed for good, and the seat's next one is asked. `interrupted`: the
 * process that made it is gone.
 */
export type RetryReason =
  | "failed"
  | "timeout"
  | "empty"
  | "too_short"
  | "unreadable_vote"
  | "rejected"
  | "fallback"
  | "interrupted"

interface Retry {
  readonly seat: SeatId
  readonly roundNumber: number
  readonly attempt: number
  readonly reason: RetryReason
  readonly delayMs: number
  /** What the attempt that was given up cost. */
  readonly tokenUsage: TokenUsage
  readonly error?: ErrorDetail
  /** With `fallback`: the model that is asked from now on. */
  readonly modelId?: string
  /** With `fallback`: the model before cannot be asked at all, so this one speaks for the rest of the discussion. */
  readonly lasting?: true
}

/** What was said in an attempt that did not meet the rules, kept in case no later one is better. */
export interface KeptAttempt {
  readonly content: string
  readonly finishReason: FinishReason
  readonly attempt: number
  readonly modelId?: string
}

/** Why a seat is passed over although nothing failed: it gave no answer in time, left, or was cut off before a word. */
export type GivenUp = "no_answer" | "left" | "interrupted"

export interface RoundSummary {
  readonly number: number
  readonly contributions: number
  readonly passes: number
  readonly skips: number
  /** How much of this round had not been said before, by its words or its meaning; only with smart termination. */
  readonly novelty?: number
  readonly aborted?: true
}

/** The position that a turn's own words come to. */
export interface SharedPosition {
  readonly turnId: string
  readonly seat: SeatId
  readonly position: string
}

/** Every event's own data. The names are the contract of the log, the stream and the library. */
export interface EventData {
  discussion_created: { readonly table: Table }
  discussion_started: {
    readonly topic: string
    readonly format: string
    readonly seats: readonly PublicSeat[]
    readonly settings: Settings
  }
  /** `order` is who speaks in the first speaking stage; empty where a chair chooses as it goes. */
  round_started: { readonly roundNumber: number; readonly order: readonly SeatId[]; readonly parallel: boolean }
  stage_started: {
    readonly roundNumber: number
    readonly stage: number
    readonly order: readonly SeatId[]
    readonly parallel: boolean
  }
  /** Null where the model failed: then the round's words say how new it is. */
  novelty_measured: {
    readonly roundNumber: number
    readonly modelId: string
    /** Of the contribution least like anything said before it: to what it is most like, from -1 to 1. */
    readonly similarity: number | null
    readonly tokenUsage: TokenUsage
    readonly error?: ErrorDetail
  }
  /** At the end of a round: which of its positions are one that was held before, in other words. */
  positions_compared: {
    readonly roundNumber: number
    readonly modelId: string
    readonly positions: readonly SharedPosition[]
    readonly tokenUsage: TokenUsage
    /** Why the model could not say: then words alone do. */
    readonly error?: ErrorDetail
  }
  round_completed: { readonly round: RoundSummary }

  turn_started: {
    readonly seat: SeatId
    readonly name: string
    readonly modelId: string | null
    readonly roundNumber: number
    readonly turnId: string
    readonly attempt: number
    readonly purpose: "turn" | "synthesis" | "interjection"
  }
  /** `memory`: the line by which the seat remembers its own words, where seats keep a memory. */
  turn_completed: { readonly turn: Turn; readonly memory?: string }
  turn_passed: { readonly turn: Turn }
  turn_retried: Retry & { readonly turnId: string; readonly kept?: KeptAttempt }
  turn_skipped: {
    readonly turnId: string
    readonly seat: SeatId
    readonly roundNumber: number
    readonly error: ErrorDetail
    readonly tokenUsage: TokenUsage
    readonly abortsRound: boolean
    /** Absent where the seat could not be heard. */
    readonly because?: GivenUp
  }
  /** Somebody cut in. The turn ends with what had been said, or is skipped where that was nothing. */
  turn_interrupted: {
    readonly turnId: string
    readonly seat: SeatId
    readonly roundNumber: number
    readonly attempt: number
  }
  awaiting_input: {
    readonly callId: string
    readonly seat: SeatId
    readonly name: string
    readonly roundNumber: number
    readonly purpose: CallPurpose
    /** How long it waits; absent: for as long as it takes. */
    readonly until?: number
    /** The question is absent in events that older versions wrote. */
  } & Partial<SeatQuestion>
  interjection: { readonly interjection: Interjection }

  chair_asked: {
    readonly callId: string
    readonly seat: SeatId
    readonly roundNumber: number
    readonly candidates: readonly SeatId[]
  }
  /** `by` is null where there was only one left, or the chair's answer named nobody. */
  speaker_chosen: {
    readonly seat: SeatId
    readonly by: SeatId | null
    readonly roundNumber: number
    readonly tokenUsage: TokenUsage
  }

  ballot_started: Omit<Ballot, "id" | "votes" | "result"> & { readonly ballotId: string }
  ballot_vote: {
    readonly ballotId: string
    readonly asks: BallotQuestion
    readonly vote: Vote
    readonly tokenUsage: TokenUsage
    /** The model that voted. Not published: of a secret ballot it could say who. */
    readonly modelId?: string
    /** Who voted how is nobody's to know. */
    readonly secret?: true
  }
  ballot_result: {
    readonly ballotId: string
    readonly asks: BallotQuestion
    readonly roundNumber: number
    readonly result: BallotResult
    readonly votes: readonly Vote[]
    readonly secret?: true
  }
  ballot_retried: Retry & { readonly ballotId: string }

  seat_joined: { readonly seat: Seat; readonly fromRound: number }
  /** It is asked nothing any more; what is open for it is skipped. */
  seat_left: { readonly seat: SeatId; readonly name: string; readonly roundNumber: number }
  /** Some of the seats discuss a question apart; until they are back nobody begins a turn here. */
  sub_discussion_started: Pick<SubDiscussion, "discussionId" | "by" | "speaker" | "seats" | "topic" | "table"> & {
    readonly subId: string
    readonly roundNumber: number
  }
  /** They are back. The turn that they come back as follows. */
  sub_discussion_completed: {
    readonly subId: string
    readonly discussionId: string
    readonly roundNumber: number
    readonly status: Exclude<SubDiscussionStatus, "running">
    readonly outcome: Outcome
    /** What it used in all, and that by seat of this table. */
    readonly tokenUsage: TokenUsage
    readonly usage: Readonly<Record<SeatId, TokenUsage>>
    readonly activeMs: number
  }
  memory_trimmed: { readonly seat: SeatId; readonly linesDropped: number; readonly linesKept: number }
  history_trimmed: { readonly entriesDropped: number; readonly firstEntry: number }
  budget_warning: { readonly of: BudgetKind; readonly used: number; readonly limit: number }

  discussion_paused: { readonly reason: "person" | "turn_limit" | "no_answer" }
  discussion_resumed: Record<never, never>
  /** From here on a fork goes its own way; what stands before it happened in its parent. */
  fork_started: { readonly parent: Parent }
  /** Calls that are still open are called off. */
  closing_started: { readonly stoppingReason: StoppingReason }
  /** A seat's model is asked for the record or the result of what was said, or for an answer of its own beside it. */
  closing_call_started: {
    readonly callId: string
    readonly purpose: ClosingPurpose
    readonly seat: SeatId
    readonly name: string
    readonly modelId: string | null
    readonly roundNumber: number
    readonly attempt: number
  }
  closing_call_retried: Retry & {
    readonly callId: string
    readonly purpose: ClosingPurpose
    /** With `rejected`: what is told to the writer. */
    readonly problems?: readonly string[]
    /** With `rejected`: what stood the check, in case the next attempt is no better. */
    readonly draft?: DecisionRecord
  }
  closing_call_failed: {
    readonly callId: string
    readonly purpose: ClosingPurpose
    readonly seat: SeatId
    readonly roundNumber: number
    readonly error: ErrorDetail
    readonly tokenUsage: TokenUsage
  }
  record_written: { readonly callId: string; readonly record: DecisionRecord; readonly tokenUsage: TokenUsage }
  result_written: {
    readonly callId: string
    readonly seat: SeatId
    readonly value: unknown
    readonly tokenUsage: TokenUsage
  }
  /** What the seat that is asked alone chose; null where that could not be read. */
  baseline_answered: {
    readonly callId: string
    readonly seat: SeatId
    readonly choice: string | null
    readonly tokenUsage: TokenUsage
  }
  discussion_completed: { readonly roundNumber: number; readonly outcome: Outcome }
  discussion_error: { readonly error: ErrorDetail; readonly outcome: Outcome }
  discussion_aborted: { readonly reason: string; readonly outcome: Outcome }
}

export type EventType = keyof EventData

/** A fact that has yet to get its number. */
export type NewEvent = { [T in EventType]: { readonly type: T; readonly data: EventData[T] } }[EventType]

/** One fact about a discussion, numbered 1, 2, 3… `at` is epoch milliseconds. */
export type DiscussionEvent = NewEvent & { readonly seq: number; readonly at: number }

/** Words of a turn that is being spoken. Not in the log: the turn's end is, with all of its text. */
export interface ChunkEvent {
  readonly type: "turn_chunk"
  /** The last numbered event before these words. */
  readonly seq: number
  readonly at: number
  readonly data: {
    readonly seat: SeatId
    readonly turnId: string
    readonly attempt: number
    /** Where in the attempt's text these words begin. */
    readonly offset: number
    readonly chunk: string
  }
}

/** What a watcher sees: the numbered facts, and between them the words as they are spoken. */
export type LiveEvent = DiscussionEvent | ChunkEvent

export type LiveEventOf<T extends LiveEvent["type"]> = Extract<LiveEvent, { type: T }>
