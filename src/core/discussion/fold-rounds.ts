import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { seatsInRound, stageSeats } from "./seat-queries.ts"
import type { DiscussionState, RoundState } from "./state.ts"
import { addSeatUsage } from "./state-updates.ts"
import type { Turn } from "./turn.ts"

export function roundStarted(state: DiscussionState, data: EventData["round_started"]): DiscussionState {
  const number = (state.round?.number ?? 0) + 1
  if (data.roundNumber !== number || (state.round && !state.round.completed) || state.openCalls.length > 0) {
    throw new ConclaveError("STATE_INVALID", `round ${data.roundNumber} cannot start after round ${number - 1}`)
  }
  const round: RoundState = {
    number,
    stage: 0,
    ...speakingState(state, 0, data),
    firstTurn: state.turns.length,
    contributions: 0,
    passes: 0,
    skips: 0,
    failures: 0,
    aborted: false,
    completed: false,
  }
  return { ...state, seats: seatsInRound(state, number), round }
}

export function stageStarted(state: DiscussionState, data: EventData["stage_started"]): DiscussionState {
  const round = currentRound(state)
  if (data.stage <= round.stage || state.openCalls.length > 0) {
    throw new ConclaveError("STATE_INVALID", `stage ${data.stage} cannot follow stage ${round.stage}`)
  }
  return { ...state, round: { ...round, stage: data.stage, ...speakingState(state, data.stage, data) } }
}

type SpeakingState = Pick<RoundState, "order" | "remaining" | "parallel" | "settled" | "heldBack" | "entriesBefore">

/** Without an order, all seats of the stage remain to be chosen one by one. */
function speakingState(
  state: DiscussionState,
  stageIndex: number,
  { order, parallel, roundNumber }: Pick<EventData["round_started"], "order" | "parallel" | "roundNumber">,
): SpeakingState {
  const stage = state.table.format.stages[stageIndex]
  const isChosen = stage?.kind === "speak" && order.length === 0
  const remaining = isChosen ? stageSeats(state, stage, roundNumber).map((seat) => seat.id) : []
  return { order, remaining, parallel, settled: 0, heldBack: [], entriesBefore: state.entries.length }
}

export function speakerChosen(state: DiscussionState, data: EventData["speaker_chosen"]): DiscussionState {
  const round = currentRound(state)
  if (!round.remaining.includes(data.seat)) {
    throw new ConclaveError("STATE_INVALID", `${data.seat} cannot be chosen to speak in round ${round.number}`)
  }
  const chosen: DiscussionState = {
    ...state,
    openCalls: state.openCalls.filter((call) => call.purpose !== "choose"),
    round: {
      ...round,
      order: [...round.order, data.seat],
      remaining: round.remaining.filter((id) => id !== data.seat),
    },
  }
  return data.by === null ? chosen : addSeatUsage(chosen, data.by, data.tokenUsage)
}

/** Usage is booked under the model's name, which cannot be a seat id. */
export function noveltyMeasured(state: DiscussionState, data: EventData["novelty_measured"]): DiscussionState {
  const round = currentRound(state)
  if (round.completed || round.number !== data.roundNumber || round.similarity !== undefined) {
    throw new ConclaveError("STATE_INVALID", `round ${data.roundNumber} cannot be measured now`)
  }
  return { ...addSeatUsage(state, data.modelId, data.tokenUsage), round: { ...round, similarity: data.similarity } }
}

/** Rewrites stances to the shared position; each keeps its own words as `wording`. */
export function positionsCompared(state: DiscussionState, data: EventData["positions_compared"]): DiscussionState {
  const round = currentRound(state)
  if (round.completed || round.number !== data.roundNumber || round.positionsCompared) {
    throw new ConclaveError("STATE_INVALID", `positions of round ${data.roundNumber} cannot be compared now`)
  }
  const compared: RoundState = { ...round, positionsCompared: true }
  const counted = { ...addSeatUsage(state, data.modelId, data.tokenUsage), round: compared }
  if (data.positions.length === 0) return counted
  const shared = new Map(data.positions.map(({ turnId, position }) => [turnId, position]))
  const stances = { ...state.stances }
  const restate = (turn: Turn): Turn => {
    const position = shared.get(turn.id)
    if (position === undefined || !turn.stance) return turn
    const stance = { ...turn.stance, position, wording: turn.stance.position }
    if (stances[turn.seat] === turn.stance) stances[turn.seat] = stance
    return { ...turn, stance }
  }
  const turns = state.turns.map(restate)
  const entries = state.entries.map((entry) =>
    entry.kind === "turn" ? { ...entry, turn: restate(entry.turn) } : entry,
  )
  return { ...counted, turns, entries, stances }
}

export function roundCompleted(state: DiscussionState, { round }: EventData["round_completed"]): DiscussionState {
  const current = currentRound(state)
  if (current.completed || round.number !== current.number || state.openCalls.length > 0) {
    throw new ConclaveError("STATE_INVALID", `round ${round.number} cannot be completed now`)
  }
  return { ...state, round: { ...current, completed: true }, rounds: [...state.rounds, round] }
}

export function currentRound(state: DiscussionState): RoundState {
  if (!state.round) throw new ConclaveError("STATE_INVALID", "no round has started")
  return state.round
}
