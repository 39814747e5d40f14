import type { DiscussionState } from "../../core/discussion/state.ts"
import { nextStep } from "../../core/next-step.ts"

/** Whether a run loop would find anything to do, or only wait or leave. */
export function hasWork(state: DiscussionState, now: number): boolean {
  const { kind } = nextStep(state, now)
  return kind === "record" || kind === "call"
}
