import type { SeatId } from "./seat.ts"
import type { Settings } from "./settings.ts"
import type { DiscussionState } from "./state.ts"
import type { Table } from "./table.ts"

/** How a sub-discussion stands, as far as its parent knows. */
export type SubDiscussionStatus = "running" | "completed" | "failed" | "aborted"

/** A discussion of some of the seats about one question, which comes back into its parent as one turn. */
export interface SubDiscussion {
  /** s1, s2…; also the id of the turn that it comes back as. */
  readonly id: string
  readonly discussionId: string
  /** The seat that asked for it; null where somebody from outside did. */
  readonly by: SeatId | null
  /** The seat that speaks for it when it is back. */
  readonly speaker: SeatId
  readonly seats: readonly SeatId[]
  readonly topic: string
  /** What it is set up with. */
  readonly table: Table
  readonly openedAt: number
  readonly status: SubDiscussionStatus
  /** How long its parent had waited for people, or been paused, when this one began. */
  readonly parentIdleMs: number
}

/** The one that has yet to come back; there is never more than one. */
export function runningSubDiscussion({ subDiscussions }: DiscussionState): SubDiscussion | undefined {
  const last = subDiscussions.at(-1)
  return last?.status === "running" ? last : undefined
}

export function isSubDiscussion({ parent }: Table): boolean {
  return parent?.kind === "sub-discussion"
}

/** Whether model seats may ask for one in their turns. */
export function seatsMayOpenSubDiscussions({
  subDiscussionsBySeats,
  subDiscussionDepth,
  subDiscussions,
}: Settings): boolean {
  return subDiscussionsBySeats && subDiscussionDepth > 0 && subDiscussions > 0
}
