import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { roundNumber } from "./seat-queries.ts"
import type { DiscussionState, OpenCall } from "./state.ts"
import { findOpenCall, replaceCall } from "./state-updates.ts"

export function seatJoined(state: DiscussionState, { seat, fromRound }: EventData["seat_joined"]): DiscussionState {
  if (state.everyone.some(({ id }) => id === seat.id)) {
    throw new ConclaveError("STATE_INVALID", `a seat ${seat.id} has sat here already`)
  }
  if (fromRound <= roundNumber(state)) {
    throw new ConclaveError("STATE_INVALID", `${seat.id} cannot join round ${fromRound}: it has begun`)
  }
  return {
    ...state,
    everyone: [...state.everyone, seat],
    firstRounds: { ...state.firstRounds, [seat.id]: fromRound },
  }
}

export function seatLeft(state: DiscussionState, { seat }: EventData["seat_left"]): DiscussionState {
  if (!state.everyone.some(({ id }) => id === seat) || state.leftSeats.includes(seat)) {
    throw new ConclaveError("STATE_INVALID", `${seat} does not sit here`)
  }
  return { ...state, leftSeats: [...state.leftSeats, seat], seats: state.seats.filter(({ id }) => id !== seat) }
}

export function awaitingInput(state: DiscussionState, data: EventData["awaiting_input"]): DiscussionState {
  const { until: _, ...call } = findOpenCall(state, data.callId)
  return replaceCall(state, { ...call, awaiting: true, ...(data.until !== undefined && { until: data.until }) })
}

/** Nobody's time to answer runs while the discussion is paused. */
export function restartWait(state: DiscussionState, call: OpenCall, at: number): OpenCall {
  const { waitMs } = state.table.format.settings
  return call.until === undefined || waitMs === null ? call : { ...call, until: at + waitMs }
}

/**
 * The time between what was taken over and the fork is nobody's; who was waited for is waited for anew. A sub-discussion
 * that was under way comes back to the parent alone.
 */
export function forkStarted(state: DiscussionState, at: number): DiscussionState {
  return {
    ...state,
    idleMs: state.idleMs + (state.idleSince === null ? at - state.updatedAt : 0),
    paused: false,
    turnsThisRun: 0,
    subDiscussions: state.subDiscussions.filter(({ status }) => status !== "running"),
    openCalls: state.openCalls.map((call) => ({ ...call, awaiting: false })),
  }
}
