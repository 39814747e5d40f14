import { ConclaveError } from "../errors.ts"
import { type MoveContext, move, type Phase, phaseName } from "./phase.ts"
import type { SeatId } from "./seat.ts"
import type { DiscussionState, OpenCall } from "./state.ts"
import { addUsage, noUsage, type TokenUsage } from "./usage.ts"

/** Goes to a phase by a legal move and records the move with its time. */
export function enter(
  state: DiscussionState,
  to: Phase,
  at: number,
  context: Partial<MoveContext> = {},
): DiscussionState {
  const from = state.phase
  if (from.kind === to.kind && from.seat === to.seat) return state
  const phase = move(from, to, { order: state.round?.order ?? [], voters: [], orderIsNew: false, ...context })
  return { ...state, phase, moves: [...state.moves, { from: phaseName(from), to: phaseName(to), at }] }
}

export function spend(state: DiscussionState, seat: SeatId, usage: TokenUsage): DiscussionState {
  return { ...state, usage: { ...state.usage, [seat]: addUsage(state.usage[seat] ?? noUsage, usage) } }
}

export function newCall(call: Pick<OpenCall, "id" | "purpose" | "seat" | "openedAt">): OpenCall {
  return { ...call, attempt: 1, failures: 0, timeouts: 0, rejections: 0, delayMs: 0, awaiting: false }
}

export function openCall(state: DiscussionState, id: string): OpenCall {
  const call = state.open.find((open) => open.id === id)
  if (!call) throw new ConclaveError("STATE_INVALID", `${id} is not under way`)
  return call
}

export function closeCall(state: DiscussionState, id: string): DiscussionState {
  openCall(state, id)
  return { ...state, open: state.open.filter((open) => open.id !== id) }
}

export function replaceCall(state: DiscussionState, call: OpenCall): DiscussionState {
  return { ...state, open: state.open.map((open) => (open.id === call.id ? call : open)) }
}
