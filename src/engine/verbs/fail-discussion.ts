import { isOver } from "../../core/discussion/fold.ts"
import { involvesSubDiscussion } from "../../core/discussion/sub-discussion.ts"
import { ConclaveError } from "../../core/errors.ts"
import { finishFailed } from "../../core/steps/lifecycle.ts"
import type { Verb } from "../context.ts"
import { updateDiscussion } from "./update-discussion.ts"

/** Ends a discussion that cannot continue because of an internal error. */
export const failDiscussion: Verb<{ readonly error: unknown }> = async ({ context, input }) => {
  const failed = await updateDiscussion(context, input.discussionId, (state) => {
    if (isOver(state.status)) return []
    const { error } = input
    const known =
      error instanceof ConclaveError ? error : new ConclaveError("UNKNOWN", "the discussion could not be continued")
    return [finishFailed(state, "error", known.toJSON())]
  })
  // No loop will run this discussion again, so do it here.
  if (involvesSubDiscussion(failed)) {
    const { reconcileSubDiscussion } = await import("../run-loop/reconcile-sub-discussion.ts")
    await reconcileSubDiscussion(context, failed)
  }
  return failed
}
