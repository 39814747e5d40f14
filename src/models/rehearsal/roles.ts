import type { Seat } from "../../core/discussion/seat.ts"
import type { SeatView } from "../../core/prompting/seat-view.ts"

/** Parts that tables give to seats, by the beginning of the role. */
const parts = {
  pro: /^(?:pro|proponent|proposition|affirmative)$/i,
  con: /^(?:con|contra|opponent|opposition|negative)$/i,
  judge: /^(?:judge|jury)/i,
  reviewer: /^(?:reviewer|referee)/i,
  author: /^author/i,
  editor: /^editor/i,
  facilitator: /^facilitator/i,
  advocate: /^devil/i,
} as const

export type Part = keyof typeof parts

export function partOf({ role }: Pick<Seat, "role">): Part | undefined {
  return (Object.keys(parts) as Part[]).find((part) => parts[part].test(role))
}

/** Those who take no side of their own, so that nobody waits for them to agree. */
export function isNeutral(seat: Pick<Seat, "role">): boolean {
  const part = partOf(seat)
  return (
    /^(?:queen|chair)$/i.test(seat.role) ||
    (part !== undefined && part !== "pro" && part !== "con" && part !== "reviewer")
  )
}

/** Two sides are given, whatever is voted on. */
export function isDebate({ seats }: Pick<SeatView, "seats">): boolean {
  const found = new Set(seats.map(partOf))
  return found.has("pro") && found.has("con")
}
