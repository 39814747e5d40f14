import type { DiscussionState } from "../../core/discussion/state.ts"
import { interruptTurns } from "../../core/steering/interrupt-turns.ts"
import { updateDiscussion } from "./update-discussion.ts"
import type { Verb } from "./verb.ts"

interface InterruptInput {
  readonly discussionId: string
  /** The id of the turn that is meant, so that a late word does not cut off the next speaker. */
  readonly turn?: string
}

/** Cuts off the turn being spoken: what was said stays, marked as cut. Harmless to repeat, and where none is spoken. */
export const interruptTurn: Verb<InterruptInput, DiscussionState> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state, now) => interruptTurns(state, input.turn, now))
