import { hash } from "../random.ts"
import type { SeatId } from "./seat.ts"
import type { Settings } from "./settings.ts"
import type { DiscussionState } from "./state.ts"
import type { Table } from "./table.ts"

/** The status of a sub-discussion, as far as its parent knows. */
export type SubDiscussionStatus = "running" | "completed" | "failed" | "aborted"

/** A discussion between some of the seats about one question. Its outcome becomes one turn of the parent. */
export interface SubDiscussion {
  /** s1, s2…; also the id of the turn that reports its outcome. */
  readonly id: string
  readonly discussionId: string
  /** The seat that asked for it; null if a person or API client did. */
  readonly by: SeatId | null
  /** The seat that reports its outcome. */
  readonly speaker: SeatId
  readonly seats: readonly SeatId[]
  readonly topic: string
  readonly table: Table
  readonly openedAt: number
  readonly status: SubDiscussionStatus
  /** How long the parent had been waiting or paused when this one began. */
  readonly parentIdleMs: number
}

/** The sub-discussion in progress; there is at most one. */
export function runningSubDiscussion({ subDiscussions }: DiscussionState): SubDiscussion | undefined {
  const last = subDiscussions.at(-1)
  return last?.status === "running" ? last : undefined
}

export function isSubDiscussion({ parent }: Table): boolean {
  return parent?.kind === "sub-discussion"
}

/** Whether this is a sub-discussion or has one in progress. */
export function involvesSubDiscussion(state: DiscussionState): boolean {
  return isSubDiscussion(state.table) || runningSubDiscussion(state) !== undefined
}

/** Whether model seats may start sub-discussions in their turns. */
export function seatsMayOpenSubDiscussions({
  subDiscussionsBySeats,
  subDiscussionDepth,
  subDiscussions,
}: Settings): boolean {
  return subDiscussionsBySeats && subDiscussionDepth > 0 && subDiscussions > 0
}

/** Derived from the parent's id and its own number, so starting it twice creates it once. Formatted as a UUID. */
export function subDiscussionId(parentId: string, subId: string): string {
  const hex = [1, 2, 3, 4].map((salt) => hex32(mixBits(hash(`${salt}/${parentId}/${subId}/${salt}`), salt))).join("")
  const variant = "89ab"[Number.parseInt(hex[16]!, 16) % 4]!
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    "-",
  )
}

/** Spreads a difference of a few characters over all bits. */
function mixBits(value: number, salt: number): number {
  let bits = Math.imul(value ^ (value >>> 16) ^ salt, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

function hex32(value: number): string {
  return value.toString(16).padStart(8, "0")
}
