import type { DiscussionState } from "../../core/discussion/state.ts"
import { leave as getUp } from "../../core/steering/leave.ts"
import type { Verb } from "./verb.ts"
import { write } from "./write.ts"

export interface LeaveInput {
  readonly discussionId: string
  /** By id or name. */
  readonly seat: string
}

/** Lets a seat go: it is asked nothing any more, and what it said stays. Harmless to repeat. */
export const leave: Verb<LeaveInput, DiscussionState> = ({ context, input }) =>
  write(context, input.discussionId, (state) => getUp(state, input.seat))
