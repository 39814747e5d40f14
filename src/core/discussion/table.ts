import type { Format } from "../formats/format.ts"
import type { Seat } from "./seat.ts"

/** What a discussion may spend; reaching any of these ends it cleanly. */
export interface Budget {
  readonly tokens?: number | undefined
  readonly milliseconds?: number | undefined
  /** US dollars, as far as prices are known. */
  readonly dollars?: number | undefined
}

export const budgetKinds = ["tokens", "milliseconds", "dollars"] as const
export type BudgetKind = (typeof budgetKinds)[number]

/** Where a fork comes from. */
export interface Parent {
  readonly discussionId: string
  /** The last turn that both have; null where only the setting is shared. */
  readonly atTurn: string | null
  /** The number of the parent's last event that was taken over. */
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
  readonly options: readonly string[]
  readonly budget: Budget
  /** The project whose panel this is. */
  readonly projectId?: string
  /** The session of talk with the queen that this belongs to. */
  readonly sessionId?: string
  /** The id of the API key that it was started with. */
  readonly startedBy?: string
  /** The discussion that this one is a fork of. */
  readonly parent?: Parent
}
