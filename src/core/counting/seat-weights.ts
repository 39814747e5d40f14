import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"

/** What the votes of the seats weigh that have a weight of their own. */
export function seatWeights({ seats }: Pick<DiscussionState, "seats">): Readonly<Record<SeatId, number>> {
  return Object.fromEntries(seats.flatMap(({ id, weight }) => (weight === undefined ? [] : [[id, weight]])))
}
