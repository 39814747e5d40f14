import { inBallotWords, optionsAskedAlone, optionsForVoter, shownOptions } from "./counting/ballot-options.ts"
import { isClosingPurpose } from "./discussion/decision-record.ts"
import type { NewEvent } from "./discussion/event.ts"
import { getSeat } from "./discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "./discussion/state.ts"
import type { Vote } from "./discussion/vote.ts"
import { seatLanguage } from "./languages/index.ts"
import { readChoice } from "./reading/read-choice.ts"
import { readPreference } from "./reading/read-preference.ts"
import { readVote } from "./reading/read-vote.ts"
import { isSpoken, type OpenSubDiscussion, settleReply, settleSpoken } from "./settle-turn.ts"
import { castVote, unreadableVote } from "./steps/ballots.ts"
import { failClosingCall, withLocation } from "./steps/closing-calls.ts"
import { retryCall, retryWithFallback } from "./steps/retry-call.ts"
import { settleClosingCall } from "./steps/settle-closing-call.ts"
import { isRefused, type Reply, type SuccessReply, settleFailure, toEmptyFailure } from "./steps/settle-failure.ts"
import { excerpt, isBlank } from "./text.ts"

export type { Reply } from "./steps/settle-failure.ts"

/**
 * The events that a reply leads to: an accepted answer, a retry or a skip. Pure, like `nextStep`. Without
 * `openSubDiscussion`, requests for sub-discussions are ignored.
 */
export function settle(
  state: DiscussionState,
  call: OpenCall,
  received: Reply,
  now: number,
  openSubDiscussion?: OpenSubDiscussion,
): readonly NewEvent[] {
  if (isSpoken(call)) return settleSpoken(state, call, received, now, openSubDiscussion)
  return settleReply(state, call, received, now, (reply) => {
    if (call.purpose === "vote" && isRefused(reply)) return settleRefusedVote(state, call, reply, now)
    if (isRefused(reply) && isClosingPurpose(call.purpose))
      return [failClosingCall(state, call, toEmptyFailure(reply).error, reply.usage)]
    if (isBlank(reply.text)) return settleFailure(state, call, toEmptyFailure(reply), now)
    if (call.purpose === "baseline") return [settleBaseline(state, call, reply)]
    return isClosingPurpose(call.purpose)
      ? [settleClosingCall(state, call, reply)]
      : settleVote(state, call, reply, now)
  })
}

function settleVote(state: DiscussionState, call: OpenCall, reply: SuccessReply, now: number): readonly NewEvent[] {
  const ballot = state.ballots.at(-1)!
  const seat = getSeat(state, call.seat)
  const language = seatLanguage(state, seat)
  const shared = { seat: call.seat, attempt: call.attempt, timestamp: now }
  // People and outside agents may abstain; a model is asked again instead.
  if (call.awaiting && /^\s*\[pass\]\s*$/i.test(reply.text)) {
    return [castVote(ballot, unreadableVote(shared, `${seat.name} passed`), reply.usage)]
  }
  const { options } = shownOptions(state, ballot, seat, language)
  const { topic } = state.table
  const answer =
    ballot.asks === "choice"
      ? readPreference({ text: reply.text, options, topic, language, form: ballot.form ?? "single" })
      : readVote({ text: reply.text, language })
  if (answer.reading !== "unreadable") {
    const vote: Vote = { hasConsensus: null, ...answer, ...shared }
    return [
      castVote(ballot, inBallotWords(vote, options, optionsForVoter(ballot, seat.id)), reply.usage, reply.modelId),
    ]
  }
  if (call.rejections < state.table.format.settings.voteRetries) {
    return [retryCall(state, call, { reason: "unreadable_vote", tokenUsage: reply.usage })]
  }
  return [castVote(ballot, unreadableVote(shared, excerpt(reply.text, 300)), reply.usage, reply.modelId)]
}

/** A refusal is never read as a vote; a fallback model may still vote. */
function settleRefusedVote(
  state: DiscussionState,
  call: OpenCall,
  reply: SuccessReply,
  now: number,
): readonly NewEvent[] {
  const { error } = toEmptyFailure(reply)
  const fallback = retryWithFallback(state, call, { error: withLocation(state, call, error), tokenUsage: reply.usage })
  if (fallback) return [fallback]
  const reasoning = [error.message, excerpt(reply.text, 300)].filter(Boolean).join(": ")
  const vote = unreadableVote({ seat: call.seat, attempt: call.attempt, timestamp: now }, reasoning)
  return [castVote(state.ballots.at(-1)!, vote, reply.usage)]
}

/** An unreadable answer counts without a choice: a retry would exceed the number of calls that the table made. */
function settleBaseline(state: DiscussionState, { id: callId, seat }: OpenCall, reply: SuccessReply): NewEvent {
  const language = seatLanguage(state, getSeat(state, seat))
  const { topic } = state.table
  const read = readChoice({ text: reply.text, options: optionsAskedAlone(state, callId), topic, language })
  const choice = read.reading === "unreadable" ? null : read.choice
  return { type: "baseline_answered", data: { callId, seat, choice, tokenUsage: reply.usage } }
}
