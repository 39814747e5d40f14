import { ConclaveError } from "../errors.ts"
import { type Phase, transition } from "./phase.ts"
import type { SeatId } from "./seat.ts"
import type { DiscussionState, OpenCall } from "./state.ts"
import { addUsage, noUsage, type TokenUsage } from "./usage.ts"

/** Makes a legal transition to a phase and records it with its time. */
export function enterPhase(state: DiscussionState, to: Phase, at: number): DiscussionState {
  const from = state.phase
  if (from.kind === to.kind && from.seat === to.seat) return state
  return { ...state, phase: transition(from, to), transitions: [...state.transitions, { from, to, at }] }
}

export function addSeatUsage(state: DiscussionState, seat: SeatId, usage: TokenUsage): DiscussionState {
  return { ...state, usage: { ...state.usage, [seat]: addUsage(state.usage[seat] ?? noUsage, usage) } }
}

export function newCall(call: Pick<OpenCall, "id" | "purpose" | "seat" | "openedAt">): OpenCall {
  return { ...call, attempt: 1, failures: 0, timeouts: 0, rejections: 0, delayMs: 0, awaiting: false }
}

export function findOpenCall(state: DiscussionState, id: string): OpenCall {
  const call = state.openCalls.find((open) => open.id === id)
  if (!call) throw new ConclaveError("STATE_INVALID", `no open call ${id}`)
  return call
}

export function closeCall(state: DiscussionState, id: string): DiscussionState {
  findOpenCall(state, id)
  return { ...state, openCalls: state.openCalls.filter((open) => open.id !== id) }
}

export function replaceCall(state: DiscussionState, call: OpenCall): DiscussionState {
  return { ...state, openCalls: state.openCalls.map((open) => (open.id === call.id ? call : open)) }
}
