import type { DiscussionState } from "../../core/discussion/state.ts"
import { subDiscussionOf } from "../../core/discussion/sub-discussion.ts"
import { openSubDiscussion as partFor } from "../../core/steering/open-sub-discussion.ts"
import { beginSubDiscussion } from "../run-loop/tend-sub-discussion.ts"
import { checkModels } from "./create.ts"
import type { Verb } from "./verb.ts"
import { write } from "./write.ts"

export interface OpenSubDiscussionInput {
  /** The parent. */
  readonly discussionId: string
  /** How it was asked for; checked here. */
  readonly asked: unknown
}

/** Some of the seats discuss a question apart; gives their discussion. Its parent goes on when they are back. */
export const openSubDiscussion: Verb<OpenSubDiscussionInput, DiscussionState> = async ({ context, input }) => {
  const parent = await write(context, input.discussionId, (state, now) => {
    const opened = partFor(state, input.asked, now)
    checkModels(
      opened.data.table.seats.map((seat) => ({ seat, field: `seat ${seat.id}` })),
      context.models,
    )
    return [opened]
  })
  return beginSubDiscussion(context, subDiscussionOf(parent)!)
}
