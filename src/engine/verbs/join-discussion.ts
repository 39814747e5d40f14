import type { DiscussionState } from "../../core/discussion/state.ts"
import { addSeat } from "../../core/steering/add-seat.ts"
import { checkModels } from "./create-discussion.ts"
import { updateDiscussion } from "./update-discussion.ts"
import type { Verb } from "./verb.ts"

interface JoinInput {
  readonly discussionId: string
  /** The seat as it was asked for; checked here. */
  readonly seat: unknown
}

/** Seats one more, from the next round on. */
export const joinDiscussion: Verb<JoinInput, DiscussionState> = ({ context, input }) =>
  updateDiscussion(context, input.discussionId, (state) => {
    const joined = addSeat(state, input.seat)
    checkModels([{ seat: joined.data.seat, field: "seat" }], context.models)
    return [joined]
  })
