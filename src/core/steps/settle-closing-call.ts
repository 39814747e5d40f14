import type { DecisionRecord } from "../discussion/decision-record.ts"
import type { NewEvent } from "../discussion/event.ts"
import { getSeat, modelForCall } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import type { TokenUsage } from "../discussion/usage.ts"
import { languageFor } from "../languages/index.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { checkRecord, type RecordProblem } from "../recording/check-record.ts"
import { readRecord } from "../recording/read-record.ts"
import { readResult } from "../recording/result-schema.ts"
import { isBlank } from "../text.ts"
import { failClosingCall, withLocation } from "./closing-calls.ts"
import { retryCall } from "./retry-call.ts"

type WrittenReply = { readonly text: string; readonly usage: TokenUsage; readonly modelId?: string }

export function settleClosingCall(state: DiscussionState, call: OpenCall, reply: WrittenReply): NewEvent {
  return call.purpose === "record" ? settleRecord(state, call, reply) : settleResult(state, call, reply)
}

/** At most this many faults are told to a writer: the rest of them are of the same kind. */
const maxProblemsTold = 12

/** What was written as the record stands where all of it is true; else it is asked for once more, and then what is not is left out. */
function settleRecord(state: DiscussionState, call: OpenCall, { text, usage, modelId }: WrittenReply): NewEvent {
  const seat = getSeat(state, call.seat)
  const language = languageFor(seat.language ?? state.table.language)
  const writer = modelId ?? modelForCall(state, call)
  const draft = readRecord(text, language)
  const checked = draft && checkRecord(draft, state, omitUndefined({ seat: seat.id, modelId: writer }))
  const record = checked && !isBlank(checked.record.answer) ? checked.record : undefined
  const problems = checked?.problems ?? []
  if (call.rejections === 0 && (!record || problems.some(isCorrectable))) {
    const told = problems
      .slice(0, maxProblemsTold)
      .map(({ reason, part, detail, text: statement }) =>
        language.record.problems[reason]({ part, detail: detail || statement }),
      )
    const all = record ? told : [language.record.unreadable, ...told]
    const rejected = { reason: "rejected", tokenUsage: usage, problems: all } as const
    return retryCall(state, call, { ...rejected, ...omitUndefined({ draft: record }) })
  }
  const best = betterRecord(record, call.draft)
  if (best) return { type: "record_written", data: { callId: call.id, record: best, tokenUsage: usage } }
  const message = "what was written could not be read as a record"
  const error = withLocation(state, call, { code: "TURN_FAILED", message, recoverable: false })
  return failClosingCall(state, call, error, usage)
}

/** Too long or too many is cut, and nobody is asked again for that. */
function isCorrectable({ reason }: RecordProblem): boolean {
  return reason !== "too_long" && reason !== "too_many"
}

/** The one with more arguments; of equals the one of which less was left out, else the later. */
function betterRecord(latest: DecisionRecord | undefined, earlier: DecisionRecord | undefined) {
  if (!latest || !earlier) return latest ?? earlier
  if (latest.why.length !== earlier.why.length) return latest.why.length > earlier.why.length ? latest : earlier
  return latest.leftOut.length <= earlier.leftOut.length ? latest : earlier
}

/** A value that keeps its schema stands; else it is asked for once more with what is wrong. */
function settleResult(state: DiscussionState, call: OpenCall, { text, usage }: WrittenReply): NewEvent {
  const { id: callId, seat } = call
  const reading = readResult(text, state.table.result ?? {})
  if (reading.kind === "valid") {
    return { type: "result_written", data: { callId, seat, value: reading.value, tokenUsage: usage } }
  }
  const { problems } = reading
  if (call.rejections === 0) return retryCall(state, call, { reason: "rejected", tokenUsage: usage, problems })
  const message = `the result did not keep its schema: ${problems.join("; ")}`
  const error = withLocation(state, call, { code: "TURN_FAILED", message, recoverable: false })
  return failClosingCall(state, call, error, usage)
}
