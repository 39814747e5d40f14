import { isClosingPurpose } from "../discussion/decision-record.ts"
import type { GivenUp, NewEvent } from "../discussion/event.ts"
import { getSeat, roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { noUsage, type TokenUsage } from "../discussion/usage.ts"
import type { ErrorCode } from "../errors.ts"
import { castVote, unreadableVote } from "./ballots.ts"
import { failClosingCall } from "./closing-calls.ts"

const skipReasons: Readonly<Record<GivenUp, { readonly code: ErrorCode; readonly words: string }>> = {
  no_answer: { code: "TURN_TIMEOUT", words: "gave no answer in time" },
  left: { code: "ABORTED", words: "left the table" },
  interrupted: { code: "ABORTED", words: "was interrupted before the first word" },
}

interface SkipDetails {
  readonly because: GivenUp
  readonly now: number
  readonly tokenUsage?: TokenUsage
}

/** Goes on without a seat's answer: a turn is skipped, a vote counts for nothing, a chair leaves it to the seat order. */
export function skipCall(
  state: DiscussionState,
  call: OpenCall,
  { because, now, tokenUsage = noUsage }: SkipDetails,
): NewEvent {
  const round = roundNumber(state)
  const { code, words } = skipReasons[because]
  const message = `${getSeat(state, call.seat).name} ${words}`
  if (call.purpose === "choose") {
    const seat = state.round!.remaining[0]!
    return { type: "speaker_chosen", data: { seat, by: null, roundNumber: round, tokenUsage } }
  }
  if (call.purpose === "vote") {
    const vote = unreadableVote({ seat: call.seat, attempt: call.attempt, timestamp: now }, message)
    return castVote(state.ballots.at(-1)!, vote, tokenUsage)
  }
  const error = { code, message, recoverable: true, seat: call.seat, roundNumber: round }
  if (isClosingPurpose(call.purpose)) return failClosingCall(state, call, error, tokenUsage)
  const data = { turnId: call.id, seat: call.seat, roundNumber: round, error, tokenUsage, abortsRound: false, because }
  return { type: "turn_skipped", data }
}
