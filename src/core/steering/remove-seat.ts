import type { NewEvent } from "../discussion/event.ts"
import { isOver } from "../discussion/fold.ts"
import { roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { ConclaveError } from "../errors.ts"
import { seatCountProblems } from "../formats/resolve-seats.ts"
import { findSeat } from "./find-seat.ts"

/** A seat goes, and is asked nothing any more. Nothing where it has left; throws where too few would remain. */
export function removeSeat(state: DiscussionState, seat: string): readonly NewEvent[] {
  const leaver = findSeat(state, seat)
  if (state.leftSeats.includes(leaver.id)) return []
  if (isOver(state.status)) throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}`)
  const staying = state.everyone.filter(({ id }) => id !== leaver.id && !state.leftSeats.includes(id))
  const [tooFew] = seatCountProblems(staying, state.table.format)
  if (tooFew) throw new ConclaveError("STATE_INVALID", `${leaver.name} cannot leave: ${tooFew.message}`)
  return [{ type: "seat_left", data: { seat: leaver.id, name: leaver.name, roundNumber: roundNumber(state) } }]
}
