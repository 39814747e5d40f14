import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { applyRetry, retriedCall } from "./fold-turns.ts"
import type { DiscussionState } from "./state.ts"
import { addSeatUsage, closeCall, enterPhase, findOpenCall, newCall } from "./state-updates.ts"

export function closingCallStarted(
  state: DiscussionState,
  { callId: id, purpose, seat }: EventData["closing_call_started"],
  at: number,
): DiscussionState {
  if (state.closing === null || state.openCalls.length > 0) {
    throw new ConclaveError("STATE_INVALID", `a ${purpose} is written after the last round, when nobody speaks`)
  }
  const openCalls = [newCall({ id, purpose, seat, openedAt: at })]
  return { ...enterPhase(state, { kind: "synthesis" }, at), openCalls }
}

export function closingCallRetried(state: DiscussionState, data: EventData["closing_call_retried"]): DiscussionState {
  const call = retriedCall(findOpenCall(state, data.callId), data)
  const { problems = call.problems, draft = call.draft } = data
  return applyRetry(state, { ...call, ...(problems && { problems }), ...(draft && { draft }) }, data)
}

export function closingCallFailed(state: DiscussionState, data: EventData["closing_call_failed"]): DiscussionState {
  const { callId, purpose, seat, error, tokenUsage } = data
  const failed = { purpose, seat, message: error.message }
  return {
    ...addSeatUsage(closeCall(state, callId), seat, tokenUsage),
    failedClosingCalls: [...state.failedClosingCalls, failed],
  }
}

export function recordWritten(state: DiscussionState, data: EventData["record_written"]): DiscussionState {
  const { callId, record, tokenUsage } = data
  return { ...addSeatUsage(closeCall(state, callId), record.writtenBy.seat, tokenUsage), record }
}

export function resultWritten(state: DiscussionState, data: EventData["result_written"]): DiscussionState {
  const { callId, seat, value, tokenUsage } = data
  return { ...addSeatUsage(closeCall(state, callId), seat, tokenUsage), result: { value } }
}
