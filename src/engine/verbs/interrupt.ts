import type { DiscussionState } from "../../core/discussion/state.ts"
import { interrupt as cutOff } from "../../core/steering/interrupt.ts"
import type { Verb } from "./verb.ts"
import { write } from "./write.ts"

export interface InterruptInput {
  readonly discussionId: string
  /** The id of the turn that is meant, so that a late word does not cut off the next speaker. */
  readonly turn?: string
}

/** Cuts off the turn being spoken: what was said stays, marked as cut. Harmless to repeat, and where none is spoken. */
export const interrupt: Verb<InterruptInput, DiscussionState> = ({ context, input }) =>
  write(context, input.discussionId, (state, now) => cutOff(state, input.turn, now))
