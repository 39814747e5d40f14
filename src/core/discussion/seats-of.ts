import type { BallotStage, SpeakStage } from "../formats/format.ts"
import type { Seat, SeatId } from "./seat.ts"
import type { DiscussionState, OpenCall } from "./state.ts"

/** The seats that take part in a stage, in seat order. */
export function speakersOf(state: DiscussionState, stage: SpeakStage | BallotStage): readonly Seat[] {
  const { silentRoles } = state.table.format
  return state.seats.filter((seat) =>
    stage.roles ? stage.roles.includes(seat.role) : !silentRoles.includes(seat.role),
  )
}

export function seatOf(state: DiscussionState, id: SeatId): Seat {
  return state.seats.find((seat) => seat.id === id)!
}

/** The model that a seat's next call begins with. */
export function modelOf(state: DiscussionState, seat: Seat): string | undefined {
  return state.standIns[seat.id] ?? seat.model
}

/** The model that a call is put to. */
export function modelFor(state: DiscussionState, call: OpenCall): string | undefined {
  return call.model ?? modelOf(state, seatOf(state, call.seat))
}

export function roundNumber(state: DiscussionState): number {
  return state.round?.number ?? 0
}
