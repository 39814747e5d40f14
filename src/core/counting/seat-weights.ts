import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Ballot } from "../discussion/vote.ts"

export function seatWeights({ seats }: Pick<DiscussionState, "seats">): Readonly<Record<SeatId, number>> {
  return Object.fromEntries(seats.flatMap(({ id, weight }) => (weight === undefined ? [] : [[id, weight]])))
}

/** What was learned of the places on a ballot; nothing where each voter saw the options in an order of its own. */
export function placeWeights({ table }: Pick<DiscussionState, "table">, ballot: Ballot): readonly number[] | undefined {
  return ballot.orders === undefined && ballot.asks === "choice" ? table.learned?.places : undefined
}
