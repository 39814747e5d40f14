import { isClosingPurpose } from "../discussion/decision-record.ts"
import type { NewEvent } from "../discussion/event.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import type { FinishReason } from "../discussion/turn.ts"
import type { TokenUsage } from "../discussion/usage.ts"
import type { ErrorDetail } from "../errors.ts"
import type { StanceLine } from "../speaking/stance-line.ts"
import { failClosingCall, withLocation } from "./closing-calls.ts"
import { finishFailed } from "./lifecycle.ts"
import {
  giveUpCall,
  maxRetryWaitMs,
  retryCall,
  retryDelay,
  retryWithFallback,
  waitTooLongMessage,
} from "./retry-call.ts"

/** The answer to a call. */
export type Reply =
  | {
      readonly kind: "said"
      readonly text: string
      readonly finishReason: FinishReason
      readonly usage: TokenUsage
      readonly modelId?: string
      readonly reportedModel?: string
      readonly reasoning?: string
      /** The stance that a person states besides the text. */
      readonly stated?: StanceLine
    }
  | {
      readonly kind: "failed"
      readonly error: ErrorDetail
      readonly retryAfterMs?: number
      readonly usage: TokenUsage
      readonly empty?: true
    }

export type SuccessReply = Extract<Reply, { kind: "said" }>
type FailedReply = Extract<Reply, { kind: "failed" }>

/** Finish reasons that a retry with the same model would not change. */
export function isRefused({ finishReason }: SuccessReply): boolean {
  return finishReason === "refusal" || finishReason === "content_filter"
}

const emptyReplyMessages: { readonly [R in FinishReason]?: string } = {
  refusal: "the model refused to answer",
  content_filter: "a content filter blocked the answer",
  length: "the answer was empty: the token limit was reached before the first word; raise maxTokens",
}

/** An empty answer is a failure, neither a pass nor agreement. */
export function toEmptyFailure(reply: SuccessReply): FailedReply {
  const message = emptyReplyMessages[reply.finishReason] ?? "the answer was empty"
  const error = { code: "TURN_FAILED" as const, message, recoverable: !isRefused(reply) }
  return { kind: "failed", usage: reply.usage, error, empty: true }
}

export function settleFailure(
  state: DiscussionState,
  call: OpenCall,
  reply: FailedReply,
  now: number,
): readonly NewEvent[] {
  const { settings } = state.table.format
  const { usage, retryAfterMs = 0 } = reply
  const maxWaitMs = maxRetryWaitMs(state, now)
  const waitsTooLong = retryAfterMs > maxWaitMs
  const message = waitsTooLong
    ? `${reply.error.message}; ${waitTooLongMessage(retryAfterMs, maxWaitMs)}`
    : reply.error.message
  const error = withLocation(state, call, { ...reply.error, message })
  if (error.recoverable && call.failures < settings.retries && !waitsTooLong) {
    const reason = reply.empty ? "empty" : error.code === "TURN_TIMEOUT" ? "timeout" : "failed"
    const delayMs = reply.empty ? 0 : Math.max(retryAfterMs, retryDelay(state, call))
    return [retryCall(state, call, { reason, delayMs, tokenUsage: usage, error })]
  }
  const fallback = retryWithFallback(state, call, { error, tokenUsage: usage })
  if (fallback) return [fallback]
  if (isClosingPurpose(call.purpose)) return [failClosingCall(state, call, error, usage)]
  // The limit applies to every seat, so skipping this one would only skip them all.
  if (error.code === "SPEND_LIMIT") return [finishFailed(state, "budget", error)]
  // Only a turn can fail the discussion; a missing vote or synthesis is skipped.
  if (settings.onFailure === "fail" && call.purpose === "turn") {
    const stoppingReason = error.code === "MODEL_UNAVAILABLE" ? "model_unavailable" : "error"
    return [finishFailed(state, stoppingReason, error)]
  }
  return [giveUpCall(state, call, error, usage, now)]
}
