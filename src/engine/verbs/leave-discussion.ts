import type { DiscussionState } from "../../core/discussion/state.ts"
import { removeSeat } from "../../core/steering/remove-seat.ts"
import { updateDiscussion } from "./update-discussion.ts"
import type { Verb } from "./verb.ts"

interface LeaveInput {
  readonly discussionId: string
  /** By id or name. */
  readonly seat: string
}

/** Lets a seat go: it is asked nothing any more, and what it said stays. Harmless to repeat. */
export const leaveDiscussion: Verb<LeaveInput, DiscussionState> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) => removeSeat(state, input.seat))
