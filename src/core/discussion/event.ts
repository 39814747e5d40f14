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
 * Why a call is retried. `rejected`: the answer failed a check. `fallback`: the model failed for good and the seat's next
 * model is tried. `interrupted`: the process that made the call died.
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
  /** Usage of the failed attempt. */
  readonly tokenUsage: TokenUsage
  readonly error?: ErrorDetail
  /** With `fallback`: the model of the next attempt. */
  readonly modelId?: string
  /** With `fallback`: the previous model is unavailable, so this one is used for the rest of the discussion. */
  readonly lasting?: true
}

/** The text of an attempt that broke the statement rules, used if no later attempt is better. */
export interface KeptAttempt {
  readonly content: string
  readonly finishReason: FinishReason
  readonly attempt: number
  readonly modelId?: string
}

/** Why a turn was skipped without a failure: no answer in time, the seat left, or it was interrupted before saying a word. */
export type GivenUp = "no_answer" | "left" | "interrupted"

export interface RoundSummary {
  readonly number: number
  readonly contributions: number
  readonly passes: number
  readonly skips: number
  /** Share of the round that was new, by words or by meaning; only with smart termination. */
  readonly novelty?: number
  readonly aborted?: true
}

/** The shared wording of the position that a turn stated in its own words. */
export interface SharedPosition {
  readonly turnId: string
  readonly seat: SeatId
  readonly position: string
}

/** The data of each event type. The names are the contract of the log, the stream and the library. */
export interface EventData {
  discussion_created: { readonly table: Table }
  discussion_started: {
    readonly topic: string
    readonly format: string
    readonly seats: readonly PublicSeat[]
    readonly settings: Settings
  }
  /** `order` is the speaking order of the first speaking stage; empty if a chair chooses each speaker. */
  round_started: { readonly roundNumber: number; readonly order: readonly SeatId[]; readonly parallel: boolean }
  stage_started: {
    readonly roundNumber: number
    readonly stage: number
    readonly order: readonly SeatId[]
    readonly parallel: boolean
  }
  novelty_measured: {
    readonly roundNumber: number
    readonly modelId: string
    /**
     * How similar the newest contribution is to its nearest earlier text, from -1 to 1. Null if the model failed; novelty
     * is then measured by words.
     */
    readonly similarity: number | null
    readonly tokenUsage: TokenUsage
    readonly error?: ErrorDetail
  }
  /** At the end of a round: which of its positions restate an earlier one in other words. */
  positions_compared: {
    readonly roundNumber: number
    readonly modelId: string
    readonly positions: readonly SharedPosition[]
    readonly tokenUsage: TokenUsage
    /** Set if the model failed; positions are then compared by their words. */
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
  /** `memory`: the line added to the seat's memory, if seats keep one. */
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
    /** Absent if the call failed. */
    readonly because?: GivenUp
  }
  /** A person interrupted the turn. It ends with the text so far, or is skipped if there is none. */
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
    /** Deadline in epoch milliseconds; absent: no limit. */
    readonly until?: number
    /** Events written by older versions have no question. */
  } & Partial<SeatQuestion>
  interjection: { readonly interjection: Interjection }

  chair_asked: {
    readonly callId: string
    readonly seat: SeatId
    readonly roundNumber: number
    readonly candidates: readonly SeatId[]
  }
  /** `by` is null if only one candidate was left or the chair's answer named none of them. */
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
    /** The model that voted. Not published: on a secret ballot it could reveal the voter. */
    readonly modelId?: string
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
  /** The seat gets no more calls; its open calls are skipped. */
  seat_left: { readonly seat: SeatId; readonly name: string; readonly roundNumber: number }
  /** Some seats discuss a question among themselves; no turn starts here until that sub-discussion is over. */
  sub_discussion_started: Pick<SubDiscussion, "discussionId" | "by" | "speaker" | "seats" | "topic" | "table"> & {
    readonly subId: string
    readonly roundNumber: number
  }
  /** The turn that reports its outcome follows. */
  sub_discussion_completed: {
    readonly subId: string
    readonly discussionId: string
    readonly roundNumber: number
    readonly status: Exclude<SubDiscussionStatus, "running">
    readonly outcome: Outcome
    /** Total usage, and below it the usage of each seat of this table. */
    readonly tokenUsage: TokenUsage
    readonly usage: Readonly<Record<SeatId, TokenUsage>>
    readonly activeMs: number
  }
  memory_trimmed: { readonly seat: SeatId; readonly linesDropped: number; readonly linesKept: number }
  history_trimmed: { readonly entriesDropped: number; readonly firstEntry: number }
  budget_warning: { readonly of: BudgetKind; readonly used: number; readonly limit: number }

  discussion_paused: { readonly reason: "person" | "turn_limit" | "no_answer" }
  discussion_resumed: Record<never, never>
  /** The first event of the fork itself; earlier events are copied from its parent. */
  fork_started: { readonly parent: Parent }
  /** Open calls are cancelled. */
  closing_started: { readonly stoppingReason: StoppingReason }
  /** A seat's model is asked for the decision record, the result, or a baseline answer. */
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
    /** With `rejected`: the problems reported to the writer. */
    readonly problems?: readonly string[]
    /** With `rejected`: the part that passed the check, used if the next attempt is no better. */
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
  /** `choice` is null if the answer could not be read. */
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

/** An event that has no sequence number yet. */
export type NewEvent = { [T in EventType]: { readonly type: T; readonly data: EventData[T] } }[EventType]

/** One fact about a discussion, numbered 1, 2, 3…; `at` is epoch milliseconds. */
export type DiscussionEvent = NewEvent & { readonly seq: number; readonly at: number }

/** Live text of a turn in progress. Not stored: `turn_completed` has the whole text. */
export interface ChunkEvent {
  readonly type: "turn_chunk"
  /** The number of the last stored event before this chunk. */
  readonly seq: number
  readonly at: number
  readonly data: {
    readonly seat: SeatId
    readonly turnId: string
    readonly attempt: number
    /** Position of the chunk in the attempt's text. */
    readonly offset: number
    readonly chunk: string
  }
}

/** What a watcher receives: the stored events, with live text between them. */
export type LiveEvent = DiscussionEvent | ChunkEvent

export type LiveEventOf<T extends LiveEvent["type"]> = Extract<LiveEvent, { type: T }>
