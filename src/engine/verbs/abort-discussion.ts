import { isOver } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { finishAborted } from "../../core/steps/finish.ts"
import { updateDiscussion } from "./update-discussion.ts"
import type { Verb } from "./verb.ts"

/** Ends a discussion where it stands; what was said stays. Harmless to repeat. */
export const abortDiscussion: Verb<{ readonly discussionId: string; readonly reason?: string }, DiscussionState> = ({
  context,
  input,
}) =>
  updateDiscussion(context, input.discussionId, (state) =>
    isOver(state.status) ? [] : [finishAborted(state, input.reason ?? "stopped by a person")],
  )
