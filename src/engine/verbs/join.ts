import type { DiscussionState } from "../../core/discussion/state.ts"
import { join as sitDown } from "../../core/steering/join.ts"
import { checkModels } from "./create.ts"
import type { Verb } from "./verb.ts"
import { write } from "./write.ts"

export interface JoinInput {
  readonly discussionId: string
  /** The seat as it was asked for; checked here. */
  readonly seat: unknown
}

/** Seats one more, from the next round on. */
export const join: Verb<JoinInput, DiscussionState> = ({ context, input }) =>
  write(context, input.discussionId, (state) => {
    const joined = sitDown(state, input.seat)
    checkModels([{ seat: joined.data.seat, field: "seat" }], context.models)
    return [joined]
  })
