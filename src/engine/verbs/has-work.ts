import type { DiscussionState } from "../../core/discussion/state.ts"
import { nextStep } from "../../core/next-step.ts"

/** Whether a run loop would find anything to do, be it only to see when a wait is over. */
export function hasWork(state: DiscussionState, now: number): boolean {
  const step = nextStep(state, now)
  return step.kind === "wait" ? step.until !== undefined : step.kind !== "done"
}
