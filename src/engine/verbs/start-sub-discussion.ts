import { fold } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { runningSubDiscussion } from "../../core/discussion/sub-discussion.ts"
import { createSubDiscussion } from "../../core/steering/create-sub-discussion.ts"
import type { Verb } from "../context.ts"
import { ensureSubDiscussion } from "../run-loop/reconcile-sub-discussion.ts"
import { checkModels } from "./create-discussion.ts"
import { firstEvents } from "./create-with-table.ts"
import { updateDiscussion } from "./update-discussion.ts"

/** The initial state of a sub-discussion, derived from its parent alone. */
export function openedSubDiscussion(parent: DiscussionState): DiscussionState {
  const { discussionId, table, openedAt } = runningSubDiscussion(parent)!
  return fold(discussionId, firstEvents(table, openedAt))
}

/** Starts a side discussion of some seats and returns its initial state. The parent continues when it ends. */
export const startSubDiscussion: Verb<{ readonly request: unknown }> = async ({ context, input }) => {
  const parent = await updateDiscussion(context, input.discussionId, (state, now) => {
    const opened = createSubDiscussion(state, input.request, now)
    checkModels(opened.data.table.seats, context.models)
    return [opened]
  })
  await ensureSubDiscussion({ ...context, answerFor: undefined }, runningSubDiscussion(parent)!)
  return openedSubDiscussion(parent)
}
