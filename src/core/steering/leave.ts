import type { NewEvent } from "../discussion/event.ts"
import { isOver } from "../discussion/fold.ts"
import { roundNumber } from "../discussion/seats-of.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { ConclaveError } from "../errors.ts"
import { numberProblems } from "../formats/lay-places.ts"
import { findSeat } from "./find-seat.ts"

/** A seat goes, and is asked nothing any more. Nothing where it has left; throws where too few would remain. */
export function leave(state: DiscussionState, seat: string): readonly NewEvent[] {
  const leaver = findSeat(state, seat)
  if (state.left.includes(leaver.id)) return []
  if (isOver(state.status)) throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}`)
  const staying = state.everyone.filter(({ id }) => id !== leaver.id && !state.left.includes(id))
  const [tooFew] = numberProblems(staying, state.table.format)
  if (tooFew) throw new ConclaveError("STATE_INVALID", `${leaver.name} cannot leave: ${tooFew.message}`)
  return [{ type: "seat_left", data: { seat: leaver.id, name: leaver.name, roundNumber: roundNumber(state) } }]
}
