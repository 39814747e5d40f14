import type { NewEvent } from "../discussion/event.ts"
import { getSeat, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { skipCall } from "../steps/retry-call.ts"

/**
 * Cuts off the turns being spoken, or the one that is meant. Nothing where that one has ended: whichever came first
 * counts. A person who is waited for has said nothing yet, so their turn is skipped.
 */
export function interruptTurns(state: DiscussionState, turnId: string | undefined, now: number): readonly NewEvent[] {
  return state.openCalls
    .filter((call) => isSpeakingCall(call) && !call.interrupted && (turnId === undefined || call.id === turnId))
    .flatMap((call): NewEvent[] => {
      const { id: turnId, seat, attempt } = call
      const data = { turnId, seat, roundNumber: roundNumber(state), attempt }
      const cut: NewEvent = { type: "turn_interrupted", data }
      return getSeat(state, seat).kind === "model" ? [cut] : [cut, skipCall(state, call, "interrupted", now)]
    })
}

function isSpeakingCall({ purpose }: OpenCall): boolean {
  return purpose === "turn" || purpose === "synthesis" || purpose === "interjection"
}
