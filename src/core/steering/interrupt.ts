import type { NewEvent } from "../discussion/event.ts"
import { roundNumber, seatOf } from "../discussion/seats-of.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { giveUp } from "../steps/give-up.ts"

/**
 * Cuts off the turns being spoken, or the one that is meant. Nothing where that one has ended: whichever came first
 * counts. A person who is waited for has said nothing yet, so their turn is skipped.
 */
export function interrupt(state: DiscussionState, turnId: string | undefined, now: number): readonly NewEvent[] {
  return state.open
    .filter((call) => isSpoken(call) && !call.interrupted && (turnId === undefined || call.id === turnId))
    .flatMap((call): NewEvent[] => {
      const { id, seat, attempt } = call
      const cut: NewEvent = {
        type: "turn_interrupted",
        data: { turnId: id, seat, roundNumber: roundNumber(state), attempt },
      }
      if (seatOf(state, seat).kind === "model") return [cut]
      return [cut, giveUp(state, call, { because: "interrupted", now })]
    })
}

function isSpoken({ purpose }: OpenCall): boolean {
  return purpose === "turn" || purpose === "synthesis"
}
