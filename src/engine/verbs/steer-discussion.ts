import type { NewEvent } from "../../core/discussion/event.ts"
import { foldEvents, isOver } from "../../core/discussion/fold.ts"
import { modelForCall } from "../../core/discussion/seat-queries.ts"
import { type DiscussionState, defaultAbortReason } from "../../core/discussion/state.ts"
import { runningSubDiscussion } from "../../core/discussion/sub-discussion.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { settleSpoken } from "../../core/settle-turn.ts"
import { addSeat, removeSeat } from "../../core/steering/seats.ts"
import { finishAborted } from "../../core/steps/lifecycle.ts"
import { interruptTurns } from "../../core/steps/retry-call.ts"
import { estimateTokens, isBlank } from "../../core/text.ts"
import type { DiscussionList } from "../../ports/discussion-list.ts"
import { loadState, type Verb } from "../context.ts"
import type { LiveTurn } from "../live/live-turns.ts"
import { checkModels } from "./create-discussion.ts"
import { updateDiscussion } from "./update-discussion.ts"

/** Ends a discussion now; unfinished turns are kept, marked as cut. Idempotent. */
export const abortDiscussion: Verb<{ readonly reason?: string }> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state, now) => {
    if (isOver(state.status)) return []
    const events = cutTurns(state, [...context.live.turnsOf(input.discussionId)], now)
    const numbered = events.map((event, index) => ({ ...event, seq: state.seq + index + 1, at: now }))
    return [...events, finishAborted(foldEvents(state, numbered), input.reason ?? defaultAbortReason)]
  })

/** The unfinished turns, as far as this process has received them. */
function cutTurns(state: DiscussionState, live: readonly LiveTurn[], now: number): readonly NewEvent[] {
  return state.openCalls.flatMap((call) => {
    const spoken = live.find(({ turnId, attempt }) => turnId === call.id && attempt === call.attempt)
    if (!spoken || isBlank(spoken.text)) return []
    const usage = { ...noUsage, completionTokens: estimateTokens(spoken.text), estimated: true } as const
    const said = { kind: "said", text: spoken.text, finishReason: "cut", usage } as const
    const reply = { ...said, ...omitUndefined({ modelId: modelForCall(state, call) }) }
    return settleSpoken(state, { ...call, interrupted: true }, reply, now)
  })
}

type DeleteInput = { readonly discussions: Pick<DiscussionList, "delete"> }

/** Aborts a discussion, so that runners and watchers release it, and deletes everything stored about it. */
export const deleteDiscussion: Verb<DeleteInput, void> = async ({ context, input: { discussionId, discussions } }) => {
  const reason = "the discussion was deleted"
  const sub = runningSubDiscussion(await loadState(context.store, discussionId))
  if (sub) await abortDiscussion({ context, input: { discussionId: sub.discussionId, reason } })
  await abortDiscussion({ context, input: { discussionId, reason } })
  await discussions.delete(discussionId)
}

/** Lets the current turn end and starts no other. Idempotent. */
export const pauseDiscussion: Verb = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) => {
    if (isOver(state.status))
      throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}; it cannot be paused`)
    return state.paused ? [] : [{ type: "discussion_paused", data: { reason: "person" } }]
  })

/** Continues after a pause. Idempotent. */
export const resumeDiscussion: Verb = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) => {
    if (isOver(state.status))
      throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}; it cannot be resumed`)
    return state.paused ? [{ type: "discussion_resumed", data: {} }] : []
  })

/** Adds a seat from the next round on. */
export const joinDiscussion: Verb<{ readonly seat: unknown }> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) => {
    const joined = addSeat(state, input.seat)
    checkModels([joined.data.seat], context.models, () => "seat")
    return [joined]
  })

/** Removes a seat, by id or name: it is not asked again, its turns stay. Idempotent. */
export const leaveDiscussion: Verb<{ readonly seat: string }> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) => removeSeat(state, input.seat))

/**
 * Cuts off the current turn; its text so far is kept, marked as cut. Idempotent, and a no-op between turns. Pass the
 * turn's id so that a late request does not cut off the next speaker.
 */
export const interruptTurn: Verb<{ readonly turn?: string }> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state, now) => interruptTurns(state, input.turn, now))
