import type { SeatId } from "./seat.ts"
import type { TokenUsage } from "./usage.ts"

/** How the text of a call ended; only `stop` is surely a speaker's own full stop. */
export const finishReasons = ["stop", "stop_sequence", "length", "content_filter", "refusal", "cut", "other"] as const
export type FinishReason = (typeof finishReasons)[number]

/** Ends that a reader of the turn has to know of. */
export type AbnormalFinishReason = Exclude<FinishReason, "stop" | "other">

/** `interjection`: an answer out of turn. `sub-discussion`: what some of the seats came to among themselves. */
export const turnPurposes = ["turn", "synthesis", "interjection", "sub-discussion"] as const
type TurnPurpose = (typeof turnPurposes)[number]

/** Where a seat stands, as it says itself in a line under its words. */
export interface Stance {
  /** An option, or the words of whoever took this position first: who stands for the same has the same here. */
  readonly position: string
  /** How sure it is, from 0 to 100; absent where it did not say. */
  readonly confidence?: number
  /** The seats whose words it answers. */
  readonly answers: readonly SeatId[]
  /** Its own words, where they are others than the position's. */
  readonly wording?: string
}

/** One contribution by one seat, or a pass. Times are epoch milliseconds. */
export interface Turn {
  readonly id: string
  readonly seat: SeatId
  readonly roundNumber: number
  readonly purpose: TurnPurpose
  readonly content: string
  readonly passed: boolean
  readonly timestamp: number
  readonly durationMs: number
  readonly attempt: number
  readonly tokenUsage: TokenUsage
  readonly finishReason: FinishReason
  readonly modelId?: string
  /** The model's name and version as its provider reported it, where that is another. */
  readonly reportedModel?: string
  /** Who spoke for a person's seat, as whoever let them in knows them. */
  readonly author?: string
  readonly stance?: Stance
  /** What the model thought before it spoke. Not part of what was said: nobody at the table sees it. */
  readonly reasoning?: string
  /** Where it is a sub-discussion that came back: which, and who took part in it. */
  readonly subDiscussion?: { readonly discussionId: string; readonly seats: readonly SeatId[] }
  /** Its words are withheld from whom this is shown to. Never stored. */
  readonly hidden?: true
  /** Set when no attempt met the statement rules and the best of them was taken. */
  readonly belowMinimum?: true
}

/** A word out of turn by somebody who has no seat that a model speaks for; a seat's own is a turn. */
export interface Interjection {
  readonly id: string
  readonly author: string
  readonly content: string
  readonly roundNumber: number
  readonly timestamp: number
}
