import type { BallotStage, SpeakStage } from "./format.ts"
import type { Seat, SeatId } from "./seat.ts"
import type { DiscussionState, OpenCall } from "./state.ts"

/** Who sits at the table in a round: those who join do so between rounds, those who leave are gone at once. */
export function seatsInRound(
  { everyone, firstRounds: seatedFrom, leftSeats: left }: DiscussionState,
  round: number,
): readonly Seat[] {
  return everyone.filter(({ id }) => (seatedFrom[id] ?? 0) <= round && !left.includes(id))
}

export function stageSeats(
  state: DiscussionState,
  stage: SpeakStage | BallotStage,
  round = roundNumber(state),
): readonly Seat[] {
  const { silentRoles } = state.table.format
  return seatsInRound(state, round).filter((seat) =>
    stage.roles ? stage.roles.includes(seat.role) : !silentRoles.includes(seat.role),
  )
}

/** Also of one who has left: what it said is still its own. */
export function getSeat(state: DiscussionState, id: SeatId): Seat {
  return state.everyone.find((seat) => seat.id === id)!
}

/** The model that a seat's next call begins with. */
export function currentModel(state: DiscussionState, seat: Seat): string | undefined {
  return state.modelOverrides[seat.id] ?? seat.model
}

export function modelForCall(state: DiscussionState, call: OpenCall): string | undefined {
  return call.model ?? currentModel(state, getSeat(state, call.seat))
}

export function roundNumber(state: DiscussionState): number {
  return state.round?.number ?? 0
}
