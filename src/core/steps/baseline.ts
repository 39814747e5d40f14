import { callsAtTable } from "../analysing/baseline.ts"
import type { NewEvent } from "../discussion/event.ts"
import { getSeat, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"

/** How many answers are asked for at once; one by one where a budget is to be kept. */
const maxCallsAtOnce = 8
/** How often a model that gives no answer at all is asked. */
const maxFailures = 3

/** The next answers that one seat is asked for alone; empty where there are as many as the table made calls, or it cannot. */
export function nextBaselineCalls(state: DiscussionState): readonly NewEvent[] {
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
