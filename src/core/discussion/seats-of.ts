import type { BallotStage, SpeakStage } from "../formats/format.ts"
import type { Seat, SeatId } from "./seat.ts"
import type { DiscussionState } from "./state.ts"

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

export function roundNumber(state: DiscussionState): number {
  return state.round?.number ?? 0
}
