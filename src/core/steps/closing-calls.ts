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

/** Maximum number of models tried for a record or result. */
const maxWriters = 3

/** Whether the discussion closes with a record, a result or a baseline. */
export function hasClosingCalls(state: DiscussionState): boolean {
  return wantedPurposes(state).length > 0 && state.turns.some(({ passed }) => !passed)
}

/** The next calls of a closing discussion; empty if everything is written or no model is left to write it. */
export function nextClosingCalls(state: DiscussionState, now: number): readonly NewEvent[] {
  if (!hasClosingCalls(state) || remainingMs(state, now) === 0) return []
  for (const purpose of wantedPurposes(state)) {
    // The reserve of a budget is for the record only.
    if (purpose !== "record" && hardLimitReached(state, now)) continue
    if (purpose === "baseline") return nextBaselineCalls(state)
    const failed = state.failedClosingCalls.filter((call) => call.purpose === purpose)
    const failedSeats = failed.map(({ seat }) => seat)
    const writer = failed.length < maxWriters ? findWriter(state, failedSeats) : undefined
    if (!writer) continue
    const { id: seat, name } = writer
    const call = { callId: `${purpose}${failed.length + 1}`, purpose, seat, name, attempt: 1 }
    const data = { ...call, modelId: currentModel(state, writer) ?? null, roundNumber: roundNumber(state) }
    return [{ type: "closing_call_started", data }]
  }
  return []
}

/**
 * Ends an open closing call when the time limit is reached; a partly valid record is kept. Undefined if a synthesis is
 * being written instead.
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

/** The seat named by the table, then the synthesis writer, then any model seat whose model was not tried yet. */
function findWriter(state: DiscussionState, failedSeats: readonly string[]): Seat | undefined {
  const { record, closing } = state.table.format
  const models = state.seats.filter(({ kind }) => kind === "model")
  const named = models.filter(({ id }) => id === record?.by)
  const writers = models.filter(({ role }) => role === closing?.by)
  const triedModels = failedSeats.map((id) => currentModel(state, getSeat(state, id)))
  return [...named, ...writers, ...models].find(
    (seat) => !failedSeats.includes(seat.id) && !triedModels.includes(currentModel(state, seat)),
  )
}

/** Parallel baseline calls without a budget; with one, calls are made one by one. */
const maxCallsAtOnce = 8
/** Maximum number of failed baseline calls before the first answer. */
const maxFailures = 3

/** The next baseline calls; empty once there are as many as the table made, or if the seat cannot answer. */
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
