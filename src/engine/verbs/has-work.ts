import type { DiscussionState } from "../../core/discussion/state.ts"
import { isSubDiscussion, runningSubDiscussion } from "../../core/discussion/sub-discussion.ts"
import { nextStep } from "../../core/next-step.ts"

/**
 * Whether a run loop would find anything to do, be it only to see when a wait is over, to see to a sub-discussion, or to
 * take one that is over back to its parent.
 */
export function hasWork(state: DiscussionState, now: number): boolean {
  if (runningSubDiscussion(state)) return true
  const step = nextStep(state, now)
  if (step.kind === "done") return isSubDiscussion(state.table)
  return step.kind !== "wait" || step.until !== undefined
}
