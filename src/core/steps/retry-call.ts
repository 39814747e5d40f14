import { isClosingPurpose } from "../discussion/decision-record.ts"
import type { EventData, GivenUp, NewEvent, RetryReason } from "../discussion/event.ts"
import { getSeat, modelForCall, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { noUsage, type TokenUsage } from "../discussion/usage.ts"
import type { ErrorCode, ErrorDetail } from "../errors.ts"
import { seededRandom } from "../random.ts"
import { castVote, unreadableVote } from "./ballots.ts"
import { failClosingCall, withLocation } from "./closing-calls.ts"
import { remainingMs } from "./stop-rules.ts"

type OwnRetry = Pick<EventData["turn_retried"], "kept"> & Pick<EventData["closing_call_retried"], "problems" | "draft">

type RetryDetails = Pick<EventData["turn_retried"], "tokenUsage" | "error" | "modelId" | "lasting"> &
  OwnRetry & {
    readonly reason: RetryReason
    readonly delayMs?: number
  }

/** The event that starts the next attempt of a call. */
export function retryCall(state: DiscussionState, call: OpenCall, details: RetryDetails): NewEvent {
  const { kept, problems, draft, ...shared } = details
  const data = {
    seat: call.seat,
    roundNumber: roundNumber(state),
    attempt: call.attempt + 1,
    delayMs: 0,
    ...shared,
  }
  if (call.purpose === "vote") return { type: "ballot_retried", data: { ballotId: state.ballots.at(-1)!.id, ...data } }
  const { id: callId, purpose } = call
  if (isClosingPurpose(purpose)) {
    const checked = { ...(problems && { problems }), ...(draft && { draft }) }
    return { type: "closing_call_retried", data: { callId, purpose, ...data, ...checked } }
  }
  return { type: "turn_retried", data: { turnId: call.id, ...data, ...(kept && { kept }) } }
}

/** Retries with the seat's next model, if any; the writer of a synthesis may also use the other seats' models. */
export function retryWithFallback(
  state: DiscussionState,
  call: OpenCall,
  { error, tokenUsage }: { readonly error: ErrorDetail; readonly tokenUsage: TokenUsage },
): NewEvent | undefined {
  const seat = getSeat(state, call.seat)
  const isWriter = call.purpose === "synthesis" && seat.kind === "model"
  const others = isWriter ? state.everyone.map(({ model }) => model) : []
  const models = [...new Set([seat.model, ...(seat.fallbacks ?? []), ...others])].filter((model) => model !== undefined)
  const modelId = models[models.indexOf(modelForCall(state, call) ?? "") + 1]
  if (modelId === undefined) return undefined
  // A refusal depends on the prompt; an unknown model or a rejected key is permanent.
  const lasting = !error.recoverable && error.code !== "TURN_FAILED"
  return retryCall(state, call, { reason: "fallback", tokenUsage, error, modelId, ...(lasting && { lasting }) })
}

/** Exponential backoff with up to 25% jitter, so that calls that failed together do not retry together. */
export function retryDelay(state: DiscussionState, call: OpenCall): number {
  const { seed, format } = state.table
  const spread = seededRandom(seed, "retry", call.id, call.attempt)() / 4
  return Math.round(format.settings.retryDelayMs * 2 ** call.failures * (1 + spread))
}

export function maxRetryWaitMs(state: DiscussionState, now: number): number {
  return Math.min(state.table.format.settings.retryAfterMaxMs, remainingMs(state, now) ?? Number.POSITIVE_INFINITY)
}

export function waitTooLongMessage(retryAfterMs: number, maxWaitMs: number): string {
  const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`
  return `the requested wait of ${seconds(retryAfterMs)} is longer than the maximum of ${seconds(maxWaitMs)}`
}

/**
 * Retries the calls of a process that died; their partial text is discarded. A turn that a person interrupted is skipped,
 * since its text died with the process.
 */
export function retryInterruptedCalls(state: DiscussionState): readonly NewEvent[] {
  return state.openCalls
    .filter((call) => getSeat(state, call.seat).kind === "model" && call.purpose !== "choose")
    .map((call) =>
      call.interrupted
        ? skipCall(state, call, "interrupted", state.updatedAt)
        : retryCall(state, call, { reason: "interrupted", tokenUsage: noUsage }),
    )
}

const skipReasons: Readonly<Record<GivenUp, { readonly code: ErrorCode; readonly words: string }>> = {
  no_answer: { code: "TURN_TIMEOUT", words: "gave no answer in time" },
  left: { code: "ABORTED", words: "left the discussion" },
  interrupted: { code: "ABORTED", words: "was interrupted before the first word" },
}

/** Continues without an answer; instead of a chair, the seat order chooses. */
export function skipCall(
  state: DiscussionState,
  call: OpenCall,
  because: GivenUp,
  now: number,
  tokenUsage = noUsage,
): NewEvent {
  if (call.purpose === "choose") {
    const seat = state.round!.remaining[0]!
    return { type: "speaker_chosen", data: { seat, by: null, roundNumber: roundNumber(state), tokenUsage } }
  }
  const { code, words } = skipReasons[because]
  const message = `${getSeat(state, call.seat).name} ${words}`
  const error = withLocation(state, call, { code, message, recoverable: true })
  return giveUpCall(state, call, error, tokenUsage, now, because)
}

/** Continues without the answer: a turn is skipped, a vote is unreadable. Without `because` the call failed. */
export function giveUpCall(
  state: DiscussionState,
  call: OpenCall,
  error: ErrorDetail,
  tokenUsage: TokenUsage,
  now: number,
  because?: GivenUp,
): NewEvent {
  const { id: turnId, seat, attempt, purpose } = call
  if (purpose === "vote") {
    const vote = unreadableVote({ seat, attempt, timestamp: now }, error.message)
    return castVote(state.ballots.at(-1)!, vote, tokenUsage)
  }
  if (isClosingPurpose(purpose)) return failClosingCall(state, call, error, tokenUsage)
  const { onFailure } = state.table.format.settings
  const abortsRound = !because && onFailure === "abort-round" && purpose === "turn"
  const data = { turnId, seat, roundNumber: roundNumber(state), error, tokenUsage, abortsRound }
  return { type: "turn_skipped", data: { ...data, ...(because && { because }) } }
}

/**
 * Interrupts the turns in progress, or only the given one; no events if it has ended already. The turn of an awaited
 * person is skipped, since it has no text.
 */
export function interruptTurns(state: DiscussionState, turnId: string | undefined, now: number): readonly NewEvent[] {
  return state.openCalls
    .filter((call) => isSpeakingCall(call) && !call.interrupted && (turnId === undefined || call.id === turnId))
    .flatMap((call): NewEvent[] => {
      const { id: turnId, seat, attempt } = call
      const data = { turnId, seat, roundNumber: roundNumber(state), attempt }
      const interrupted: NewEvent = { type: "turn_interrupted", data }
      const isModel = getSeat(state, seat).kind === "model"
      return isModel ? [interrupted] : [interrupted, skipCall(state, call, "interrupted", now)]
    })
}

/** Whether the call's answer is said at the table, as text. */
export function isSpeakingCall({ purpose }: Pick<OpenCall, "purpose">): boolean {
  return purpose === "turn" || purpose === "synthesis" || purpose === "interjection"
}
