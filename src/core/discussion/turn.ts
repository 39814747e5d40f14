import type { SeatId } from "./seat.ts"
import type { TokenUsage } from "./usage.ts"

/** How the text of a call ended; only `stop` is certain to be the model's own end. */
export const finishReasons = ["stop", "stop_sequence", "length", "content_filter", "refusal", "cut", "other"] as const
export type FinishReason = (typeof finishReasons)[number]

/** Ends that are shown to readers of the turn. */
export type AbnormalFinishReason = Exclude<FinishReason, "stop" | "other">

/** `interjection`: an answer out of turn. `sub-discussion`: the outcome of a sub-discussion. */
export const turnPurposes = ["turn", "synthesis", "interjection", "sub-discussion"] as const
type TurnPurpose = (typeof turnPurposes)[number]

/** The position that a seat states in a marked line under its turn. */
export interface Stance {
  /** An option, or the wording of the first seat to take this position; the same for all seats that share it. */
  readonly position: string
  /** Confidence from 0 to 100, if stated. */
  readonly confidence?: number
  /** The seats that the turn replies to. */
  readonly answers: readonly SeatId[]
  /** The seat's own wording, if it differs from `position`. */
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
  /** The model name that the provider reported, if it differs. */
  readonly reportedModel?: string
  /** Who spoke for a person's seat, as the server or library caller identified them. */
  readonly author?: string
  readonly stance?: Stance
  /** The model's reasoning. No other seat sees it. */
  readonly reasoning?: string
  /** With purpose `sub-discussion`: its id and the seats that took part. */
  readonly subDiscussion?: { readonly discussionId: string; readonly seats: readonly SeatId[] }
  /** The text is withheld from this viewer. Never stored. */
  readonly hidden?: true
  /** Set if no attempt met the statement rules and the best one was used. */
  readonly belowMinimum?: true
}

/** A comment out of turn by a person. A model seat's interjection is a turn instead. */
export interface Interjection {
  readonly id: string
  readonly author: string
  readonly content: string
  readonly roundNumber: number
  readonly timestamp: number
}

export function findSynthesis<Spoken extends Pick<Turn, "purpose" | "passed">>(
  turns: readonly Spoken[],
): Spoken | undefined {
  return turns.findLast(({ purpose, passed }) => purpose === "synthesis" && !passed)
}
