import type { NewEvent } from "../discussion/event.ts"
import { getSeat, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { noUsage } from "../discussion/usage.ts"
import { describeQuestion } from "../prompting/write-prompt.ts"
import { skipCall } from "./retry-call.ts"

export function requestInput(state: DiscussionState, call: OpenCall, now: number): NewEvent {
  const { waitMs } = state.table.format.settings
  const { id: callId, seat, purpose } = call
  const { name } = getSeat(state, seat)
  const data = { callId, seat, name, roundNumber: roundNumber(state), purpose, ...describeQuestion(state, call) }
  return { type: "awaiting_input", data: { ...data, ...(waitMs && { until: now + waitMs }) } }
}

/** Skips one open call whose seat has left or whose deadline has passed. */
export function skipUnanswered(state: DiscussionState, now: number): NewEvent | undefined {
  const ofLeftSeat = state.openCalls.find((call) => state.leftSeats.includes(call.seat))
  if (ofLeftSeat) return skipCall(state, ofLeftSeat, "left", now)
  const overdue = state.paused ? undefined : state.openCalls.find((call) => isOverdue(call, now))
  return overdue && onWaitExpired(state, overdue, now)
}

/** The earliest deadline of an awaited answer, if any. */
export function nextInputDeadline({ openCalls: open, paused }: DiscussionState): number | undefined {
  const ends = open.flatMap((call) => (call.awaiting && call.until !== undefined ? [call.until] : []))
  return paused || ends.length === 0 ? undefined : Math.min(...ends)
}

function isOverdue({ awaiting, until }: OpenCall, now: number): boolean {
  return awaiting && until !== undefined && until <= now
}

function onWaitExpired(state: DiscussionState, call: OpenCall, now: number): NewEvent {
  const { afterWait: action } = state.table.format.settings
  if (action === "pause") return { type: "discussion_paused", data: { reason: "no_answer" } }
  if (action === "pass" && call.purpose === "turn") return passTurn(state, call, now)
  return skipCall(state, call, "no_answer", now)
}

function passTurn(state: DiscussionState, call: OpenCall, now: number): NewEvent {
  const turn = {
    id: call.id,
    seat: call.seat,
    roundNumber: roundNumber(state),
    purpose: "turn" as const,
    content: "",
    passed: true,
    timestamp: now,
    durationMs: Math.max(0, now - call.openedAt),
    attempt: call.attempt,
    tokenUsage: noUsage,
    finishReason: "other" as const,
  }
  return { type: "turn_passed", data: { turn } }
}
