import { isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import { updateDiscussion } from "./update-discussion.ts"
import type { Verb } from "./verb.ts"

/** Goes on after a pause. Harmless to repeat. */
export const resumeDiscussion: Verb<{ readonly discussionId: string }, DiscussionState> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) => {
    if (isOver(state.status))
      throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}; it cannot go on`)
    return state.paused ? [{ type: "discussion_resumed", data: {} }] : []
  })
