import { callsAtTable } from "../analysing/baseline.ts"
import { type ClosingPurpose, closingPurposes, isClosingPurpose } from "../discussion/decision-record.ts"
import type { NewEvent } from "../discussion/event.ts"
import type { Seat } from "../discussion/seat.ts"
import { currentModel, getSeat, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { noUsage, type TokenUsage } from "../discussion/usage.ts"
import type { ErrorDetail } from "../errors.ts"
import { completeDiscussion } from "./lifecycle.ts"
import { hardLimitReached, remainingMs } from "./stop-rules.ts"

/** How many models are asked before a record or result is given up. */
const maxWriters = 3

/** Whether something is to be written after the last round besides a synthesis. */
export function hasClosingCalls(state: DiscussionState): boolean {
  return wantedPurposes(state).length > 0 && state.turns.some(({ passed }) => !passed)
}

/** The next calls of a discussion that closes; none where all is written, or nobody is left to write it. */
export function nextClosingCalls(state: DiscussionState, now: number): readonly NewEvent[] {
  if (!hasClosingCalls(state) || remainingMs(state, now) === 0) return []
  for (const purpose of wantedPurposes(state)) {
    // What was set aside of a budget is for the record.
    if (purpose !== "record" && hardLimitReached(state, now)) continue
    if (purpose === "baseline") return nextBaselineCalls(state)
    const failed = state.failedClosingCalls.filter((one) => one.purpose === purpose)
    const asked = failed.map(({ seat }) => seat)
    const writer = failed.length < maxWriters ? findWriter(state, asked) : undefined
    if (!writer) continue
    const { id: seat, name } = writer
    const call = { callId: `${purpose}${failed.length + 1}`, purpose, seat, name, attempt: 1 }
    const data = { ...call, modelId: currentModel(state, writer) ?? null, roundNumber: roundNumber(state) }
    return [{ type: "closing_call_started", data }]
  }
  return []
}

/**
 * What becomes of a call for the record, the result or the baseline when the time is over: a record that stood its check in
 * part is kept. What was settled before stays as it was; undefined where a synthesis is being written.
 */
export function cutClosingCall(state: DiscussionState): NewEvent | undefined {
  const call = state.openCalls.find(({ purpose }) => isClosingPurpose(purpose))
  if (!call) return undefined
  const { id: callId, purpose, draft: record } = call
  if (purpose === "baseline") return completeDiscussion(state, state.closing!)
  if (record) return { type: "record_written", data: { callId, record, tokenUsage: noUsage } }
  const message = "the time limit was reached before it was written"
  const error = withLocation(state, call, { code: "DISCUSSION_TIMEOUT", message, recoverable: false })
  return failClosingCall(state, call, error, noUsage)
}

export function withLocation(state: DiscussionState, call: OpenCall, error: ErrorDetail): ErrorDetail {
  return { ...error, seat: call.seat, roundNumber: roundNumber(state) }
}

export function failClosingCall(
  state: DiscussionState,
  { id: callId, purpose, seat }: OpenCall,
  error: ErrorDetail,
  tokenUsage: TokenUsage,
): NewEvent {
  const data = { callId, purpose: purpose as ClosingPurpose, seat, roundNumber: roundNumber(state), error, tokenUsage }
  return { type: "closing_call_failed", data }
}

function wantedPurposes({ table, record, result }: DiscussionState): readonly ClosingPurpose[] {
  const wanted = { record: table.format.record && !record, result: table.result && !result, baseline: table.baseline }
  return closingPurposes.filter((purpose) => wanted[purpose])
}

/** Whoever the table names, then whoever has a model that was not asked for it yet. */
function findWriter(state: DiscussionState, asked: readonly string[]): Seat | undefined {
  const { record, closing } = state.table.format
  const models = state.seats.filter(({ kind }) => kind === "model")
  const named = models.filter(({ id }) => id === record?.by)
  const writers = models.filter(({ role }) => role === closing?.by)
  const tried = asked.map((id) => currentModel(state, getSeat(state, id)))
  return [...named, ...writers, ...models].find(
    (seat) => !asked.includes(seat.id) && !tried.includes(currentModel(state, seat)),
  )
}

/** How many answers are asked for at once; one by one where a budget is to be kept. */
const maxCallsAtOnce = 8
/** How often a model that gives no answer at all is asked. */
const maxFailures = 3

/** The next answers that one seat is asked for alone; empty where there are as many as the table made calls, or it cannot. */
function nextBaselineCalls(state: DiscussionState): readonly NewEvent[] {
  const { table, baseline, failedClosingCalls, leftSeats } = state
  if (!table.baseline || leftSeats.includes(table.baseline.seat)) return []
  const { id: seat, name, model = null } = getSeat(state, table.baseline.seat)
  const answered = baseline?.answers.length ?? 0
  const failed = failedClosingCalls.filter(({ purpose }) => purpose === "baseline").length
  if (answered === 0 && failed >= maxFailures) return []
  const asked = answered + failed
  const { tokens, dollars } = table.budget
  const atOnce = tokens === undefined && dollars === undefined ? maxCallsAtOnce : 1
  const count = Math.max(0, Math.min(atOnce, callsAtTable(state) - asked))
  return Array.from({ length: count }, (_, index): NewEvent => {
    const call = { callId: `baseline${asked + index + 1}`, purpose: "baseline" as const, seat, name, attempt: 1 }
    return { type: "closing_call_started", data: { ...call, modelId: model, roundNumber: roundNumber(state) } }
  })
}
