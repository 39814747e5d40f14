import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { applyRetry, retriedCall } from "./fold-turns.ts"
import type { DiscussionState } from "./state.ts"
import { addSeatUsage, closeCall, enterPhase, findOpenCall, newCall } from "./state-updates.ts"
import { addUsage, noUsage, type TokenUsage } from "./usage.ts"

export function closingCallStarted(
  state: DiscussionState,
  { callId: id, purpose, seat }: EventData["closing_call_started"],
  at: number,
): DiscussionState {
  const isBusy = state.openCalls.some((call) => call.purpose !== "baseline" || purpose !== "baseline")
  if (state.closing === null || isBusy) {
    throw new ConclaveError("STATE_INVALID", `a ${purpose} is written after the last round, when nobody speaks`)
  }
  const openCalls = [...state.openCalls, newCall({ id, purpose, seat, openedAt: at })]
  const started = { ...enterPhase(state, { kind: "synthesis" }, at), openCalls }
  if (purpose !== "baseline" || state.baseline) return started
  const tableUsage = Object.values(state.usage).reduce(addUsage, noUsage)
  return { ...started, baseline: { answers: [], usage: noUsage, tableUsage } }
}

export function closingCallRetried(state: DiscussionState, data: EventData["closing_call_retried"]): DiscussionState {
  const call = retriedCall(findOpenCall(state, data.callId), data)
  const { problems = call.problems, draft = call.draft } = data
  const retried = applyRetry(state, { ...call, ...(problems && { problems }), ...(draft && { draft }) }, data)
  return data.purpose === "baseline" ? addBaselineUsage(retried, data.tokenUsage) : retried
}

export function closingCallFailed(state: DiscussionState, data: EventData["closing_call_failed"]): DiscussionState {
  const { callId, purpose, seat, error, tokenUsage } = data
  const failed = { purpose, seat, message: error.message }
  const closed = addSeatUsage(closeCall(state, callId), seat, tokenUsage)
  const counted = purpose === "baseline" ? addBaselineUsage(closed, tokenUsage) : closed
  return { ...counted, failedClosingCalls: [...state.failedClosingCalls, failed] }
}

export function recordWritten(state: DiscussionState, data: EventData["record_written"]): DiscussionState {
  const { callId, record, tokenUsage } = data
  return { ...addSeatUsage(closeCall(state, callId), record.writtenBy.seat, tokenUsage), record }
}

export function resultWritten(state: DiscussionState, data: EventData["result_written"]): DiscussionState {
  const { callId, seat, value, tokenUsage } = data
  return { ...addSeatUsage(closeCall(state, callId), seat, tokenUsage), result: { value } }
}

export function baselineAnswered(state: DiscussionState, data: EventData["baseline_answered"]): DiscussionState {
  const { callId, seat, choice, tokenUsage } = data
  const counted = addBaselineUsage(addSeatUsage(closeCall(state, callId), seat, tokenUsage), tokenUsage)
  return { ...counted, baseline: { ...counted.baseline!, answers: [...counted.baseline!.answers, choice] } }
}

function addBaselineUsage(state: DiscussionState, tokenUsage: TokenUsage): DiscussionState {
  const baseline = state.baseline!
  return { ...state, baseline: { ...baseline, usage: addUsage(baseline.usage, tokenUsage) } }
}
