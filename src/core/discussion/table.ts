import type { JsonSchema } from "./decision-record.ts"
import type { Format } from "./format.ts"
import type { Seat, SeatId } from "./seat.ts"

/** What a discussion may spend; reaching any of these ends it cleanly. */
export interface Budget {
  readonly tokens?: number
  readonly milliseconds?: number
  /** US dollars, as far as prices are known. */
  readonly dollars?: number
}

/** What a discussion comes from: a fork goes its own way, a sub-discussion comes back. */
export interface Parent {
  readonly kind: "fork" | "sub-discussion"
  readonly discussionId: string
  /** A fork's: the turn after which it goes its own way, null where it is none. Else the turn that it comes back as. */
  readonly atTurn: string | null
  /** The number of the parent's last event before it; 0 where a fork goes by other rules and took over none. */
  readonly seq: number
}

/** What the weights of the seats were learned from, and what was learned besides. */
interface LearnedWeights {
  /** From how many answers. */
  readonly answers: number
  /** By place on the ballot what it counts for, since models prefer the first ones. */
  readonly places: readonly number[]
  /** Makes what the weights say into how often that is right, on the scale of log-odds. */
  readonly calibration: { readonly offset: number; readonly slope: number }
}

/** A text that every seat reads beside the topic. */
export interface Material {
  readonly name: string
  readonly text: string
}

/** Everything a discussion is set up with. It never changes; seats that join later are events. */
export interface Table {
  readonly topic: string
  /** Numbered from 1 in this order; absent where there are none. */
  readonly materials?: readonly Material[]
  readonly format: Format
  readonly seats: readonly Seat[]
  readonly language: string
  readonly seed: number
  /** What pseudonyms follow from, never published; absent where no person or outside agent is to be kept from names. */
  readonly secret?: string
  /** What a `choice` ballot offers. */
  readonly choices: readonly string[]
  readonly budget: Budget
  /** The JSON schema of the result that is asked for at the end. */
  readonly result?: JsonSchema
  /** The seat that is asked alone at the end, as often as the table made calls. */
  readonly baseline?: { readonly seat: SeatId }
  /** Where the seats' weights were learned. */
  readonly learned?: LearnedWeights
  /** The project whose panel this is. */
  readonly projectId?: string
  /** The session of talk with the queen that this belongs to. */
  readonly sessionId?: string
  /** The id of the API key that it was started with. */
  readonly startedBy?: string
  /** The trace of whoever asked for it, as the header of this name told it. */
  readonly traceparent?: string
  /** The discussion that this one is a fork or a sub-discussion of. */
  readonly parent?: Parent
}
