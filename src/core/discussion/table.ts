import type { Format } from "./format.ts"
import type { Seat } from "./seat.ts"

/** What a discussion may spend; reaching any of these ends it cleanly. */
export interface Budget {
  readonly tokens?: number
  readonly milliseconds?: number
  /** US dollars, as far as prices are known. */
  readonly dollars?: number
}

export const budgetKinds = ["tokens", "milliseconds", "dollars"] as const
export type BudgetKind = (typeof budgetKinds)[number]

/** What a discussion comes from: a fork goes its own way, a sub-discussion comes back. */
export interface Parent {
  readonly kind: "fork" | "sub-discussion"
  readonly discussionId: string
  /** A fork's: the last turn that both have, null where only the setting is shared. Else the turn that it comes back as. */
  readonly atTurn: string | null
  /** The number of the parent's last event before it. */
  readonly seq: number
}

/** Everything a discussion is set up with. It never changes; seats that join later are events. */
export interface Table {
  readonly topic: string
  readonly format: Format
  readonly seats: readonly Seat[]
  readonly language: string
  readonly seed: number
  /** What a `choice` ballot offers. */
  readonly choices: readonly string[]
  readonly budget: Budget
  /** The project whose panel this is. */
  readonly projectId?: string
  /** The session of talk with the queen that this belongs to. */
  readonly sessionId?: string
  /** The id of the API key that it was started with. */
  readonly startedBy?: string
  /** The discussion that this one is a fork or a sub-discussion of. */
  readonly parent?: Parent
}
