import { isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import { updateDiscussion } from "./update-discussion.ts"
import type { Verb } from "./verb.ts"

/** Lets the turn being spoken end, and no other begin. Harmless to repeat. */
export const pauseDiscussion: Verb<{ readonly discussionId: string }, DiscussionState> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) => {
    if (isOver(state.status))
      throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}; it cannot be paused`)
    return state.paused ? [] : [{ type: "discussion_paused", data: { reason: "person" } }]
  })
