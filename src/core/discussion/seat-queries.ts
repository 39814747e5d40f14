import type { BallotStage, SpeakStage } from "./format.ts"
import type { Seat, SeatId } from "./seat.ts"
import type { DiscussionState, OpenCall } from "./state.ts"

/** The seats of a round: seats join between rounds and leave immediately. */
export function seatsInRound({ everyone, firstRounds, leftSeats }: DiscussionState, round: number): readonly Seat[] {
  return everyone.filter(({ id }) => (firstRounds[id] ?? 0) <= round && !leftSeats.includes(id))
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

/** Also finds seats that have left. */
export function getSeat(state: DiscussionState, id: SeatId): Seat {
  return state.everyone.find((seat) => seat.id === id)!
}

/** The model of a seat's next call. */
export function currentModel(state: DiscussionState, seat: Seat): string | undefined {
  return state.modelOverrides[seat.id] ?? seat.model
}

export function modelForCall(state: DiscussionState, call: OpenCall): string | undefined {
  return call.model ?? currentModel(state, getSeat(state, call.seat))
}

export function roundNumber(state: DiscussionState): number {
  return state.round?.number ?? 0
}
