import { buildOutcome } from "../analysing/build-outcome.ts"
import type { NewEvent } from "../discussion/event.ts"
import type { StoppingReason } from "../discussion/outcome.ts"
import { publicSeat } from "../discussion/seat.ts"
import { roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Table } from "../discussion/table.ts"
import type { ErrorDetail } from "../errors.ts"

export function discussionStarted({ topic, format, seats }: Table): NewEvent {
  const data = { topic, format: format.name, seats: seats.map(publicSeat), settings: format.settings }
  return { type: "discussion_started", data }
}

export function completeDiscussion(state: DiscussionState, stoppingReason: StoppingReason): NewEvent {
  const outcome = buildOutcome(state, stoppingReason)
  return { type: "discussion_completed", data: { roundNumber: roundNumber(state), outcome } }
}

export function finishFailed(state: DiscussionState, stoppingReason: StoppingReason, error: ErrorDetail): NewEvent {
  return { type: "discussion_error", data: { error, outcome: buildOutcome(state, stoppingReason, error) } }
}

export function finishAborted(state: DiscussionState, reason: string): NewEvent {
  return { type: "discussion_aborted", data: { reason, outcome: buildOutcome(state, "user_abort") } }
}
