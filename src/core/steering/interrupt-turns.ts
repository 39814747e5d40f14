import type { NewEvent } from "../discussion/event.ts"
import { getSeat, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { skipCall } from "../steps/retry-call.ts"

/**
 * Interrupts the turns in progress, or only the given one; no events if it has ended already. The turn of an awaited
 * person is skipped, since it has no text.
 */
export function interruptTurns(state: DiscussionState, turnId: string | undefined, now: number): readonly NewEvent[] {
  return state.openCalls
    .filter((call) => isSpeakingCall(call) && !call.interrupted && (turnId === undefined || call.id === turnId))
    .flatMap((call): NewEvent[] => {
      const { id: turnId, seat, attempt } = call
      const data = { turnId, seat, roundNumber: roundNumber(state), attempt }
      const interrupted: NewEvent = { type: "turn_interrupted", data }
      const isModel = getSeat(state, seat).kind === "model"
      return isModel ? [interrupted] : [interrupted, skipCall(state, call, "interrupted", now)]
    })
}

function isSpeakingCall({ purpose }: OpenCall): boolean {
  return purpose === "turn" || purpose === "synthesis" || purpose === "interjection"
}
