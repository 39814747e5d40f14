import type { DecisionRecord } from "../discussion/decision-record.ts"
import type { NewEvent } from "../discussion/event.ts"
import { getSeat, modelForCall } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import type { TokenUsage } from "../discussion/usage.ts"
import { seatLanguage } from "../languages/index.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { checkRecord, type RecordProblem } from "../recording/check-record.ts"
import { readRecord } from "../recording/read-record.ts"
import { readResult } from "../recording/result-schema.ts"
import { isBlank } from "../text.ts"
import { failClosingCall, withLocation } from "./closing-calls.ts"
import { retryCall } from "./retry-call.ts"

interface WrittenReply {
  readonly text: string
  readonly usage: TokenUsage
  readonly modelId?: string
}

export function settleClosingCall(state: DiscussionState, call: OpenCall, reply: WrittenReply): NewEvent {
  return call.purpose === "record" ? settleRecord(state, call, reply) : settleResult(state, call, reply)
}

/** Maximum number of problems reported to the writer. */
const maxProblemsReported = 12

/** Accepts a record without problems; otherwise retries once, and then removes what failed the check. */
function settleRecord(state: DiscussionState, call: OpenCall, { text, usage, modelId }: WrittenReply): NewEvent {
  const seat = getSeat(state, call.seat)
  const language = seatLanguage(state, seat)
  const writer = modelId ?? modelForCall(state, call)
  const draft = readRecord(text, language)
  const checked = draft && checkRecord(draft, state, omitUndefined({ seat: seat.id, modelId: writer }))
  const record = checked && !isBlank(checked.record.answer) ? checked.record : undefined
  const problems = checked?.problems ?? []
  if (call.rejections === 0 && (!record || problems.some(isCorrectable))) {
    const reported = problems
      .slice(0, maxProblemsReported)
      .map(({ reason, part, detail, text: statement }) =>
        language.record.problems[reason]({ part, detail: detail || statement }),
      )
    const all = record ? reported : [language.record.unreadable, ...reported]
    const rejected = { reason: "rejected", tokenUsage: usage, problems: all } as const
    return retryCall(state, call, { ...rejected, ...omitUndefined({ draft: record }) })
  }
  const best = betterRecord(record, call.draft)
  if (best) return { type: "record_written", data: { callId: call.id, record: best, tokenUsage: usage } }
  const message = "the answer could not be read as a record"
  const error = withLocation(state, call, { code: "TURN_FAILED", message, recoverable: false })
  return failClosingCall(state, call, error, usage)
}

/** Excess length or items are cut without a retry. */
function isCorrectable({ reason }: RecordProblem): boolean {
  return reason !== "too_long" && reason !== "too_many"
}

/** The record with more arguments, then the one with fewer removed statements, then the later one. */
function betterRecord(latest: DecisionRecord | undefined, earlier: DecisionRecord | undefined) {
  if (!latest || !earlier) return latest ?? earlier
  if (latest.why.length !== earlier.why.length) return latest.why.length > earlier.why.length ? latest : earlier
  return latest.leftOut.length <= earlier.leftOut.length ? latest : earlier
}

/** Accepts a value that matches the schema; otherwise retries once with the problems. */
function settleResult(state: DiscussionState, call: OpenCall, { text, usage }: WrittenReply): NewEvent {
  const { id: callId, seat } = call
  const reading = readResult(text, state.table.result ?? {})
  if (reading.kind === "valid") {
    return { type: "result_written", data: { callId, seat, value: reading.value, tokenUsage: usage } }
  }
  const { problems } = reading
  if (call.rejections === 0) return retryCall(state, call, { reason: "rejected", tokenUsage: usage, problems })
  const message = `the result does not match its schema: ${problems.join("; ")}`
  const error = withLocation(state, call, { code: "TURN_FAILED", message, recoverable: false })
  return failClosingCall(state, call, error, usage)
}
