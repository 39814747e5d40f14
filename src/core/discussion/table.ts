import type { JsonSchema } from "./decision-record.ts"
import type { Format } from "./format.ts"
import type { Seat, SeatId } from "./seat.ts"

/** Limits on what a discussion may use; reaching one ends it cleanly. */
export interface Budget {
  readonly tokens?: number
  readonly milliseconds?: number
  /** US dollars; calls without a known price do not count. */
  readonly dollars?: number
}

/** The discussion that a fork or sub-discussion was made from. */
export interface Parent {
  readonly kind: "fork" | "sub-discussion"
  readonly discussionId: string
  /** Fork: the last turn taken over, null if none. Sub-discussion: the turn that reports its outcome. */
  readonly atTurn: string | null
  /** The number of the last event taken over from the parent; 0 for a fork into another format, which takes over none. */
  readonly seq: number
}

/** What evaluation learned about seats besides their weights. */
interface LearnedWeights {
  /** Number of answers they were learned from. */
  readonly answers: number
  /** Weight by position on the ballot, to correct the bias of models for the first options. */
  readonly places: readonly number[]
  /** Calibrates weighted votes to a probability of being right, on the log-odds scale. */
  readonly calibration: { readonly offset: number; readonly slope: number }
}

/** A text that every seat sees besides the topic. */
export interface Material {
  readonly name: string
  readonly text: string
}

/** Everything a discussion is set up with. It never changes; seats that join later are events. */
export interface Table {
  readonly topic: string
  /** Numbered from 1 in this order; absent if there are none. */
  readonly materials?: readonly Material[]
  readonly format: Format
  readonly seats: readonly Seat[]
  readonly language: string
  readonly seed: number
  /** Seed of the pseudonyms, never published; absent if no person or outside agent must be kept from guessing them. */
  readonly secret?: string
  /** The options of a `choice` ballot. */
  readonly choices: readonly string[]
  readonly budget: Budget
  /** The JSON schema of the requested result. */
  readonly result?: JsonSchema
  /** The seat that answers alone at the end, as often as the table made calls, for comparison. */
  readonly baseline?: { readonly seat: SeatId }
  readonly learned?: LearnedWeights
  /** The project whose panel this is. */
  readonly projectId?: string
  /** The chat session with the queen that this belongs to. */
  readonly sessionId?: string
  /** The id of the API key that started it. */
  readonly startedBy?: string
  /** The `traceparent` header of the request that created it. */
  readonly traceparent?: string
  /** The discussion that this one is a fork or a sub-discussion of. */
  readonly parent?: Parent
}
