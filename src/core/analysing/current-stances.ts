import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Stance } from "../discussion/turn.ts"

/** Where each seat that still sits here said last that it stands. */
export function currentStances({ turns, leftSeats }: DiscussionState): ReadonlyMap<SeatId, Stance> {
  const stances = new Map<SeatId, Stance>()
  for (const { seat, stance } of turns) if (stance && !leftSeats.includes(seat)) stances.set(seat, stance)
  return stances
}
