import type { DiscussionEvent, NewEvent } from "../../core/discussion/event.ts"
import { foldEvent, foldEvents } from "../../core/discussion/fold.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { isSubDiscussion, runningSubDiscussion } from "../../core/discussion/sub-discussion.ts"
import { ConclaveError } from "../../core/errors.ts"
import { nextStep } from "../../core/next-step.ts"
import { type EngineContext, loadState } from "../context.ts"

const maxAttempts = 100

/** The events that a verb adds to the current state; none if there is nothing to do. */
type Decide = (state: DiscussionState, now: number) => readonly NewEvent[]

/** Appends to a discussion from outside its run loop; on a conflict `decide` runs again on the new state. */
export async function updateDiscussion(
  context: EngineContext,
  discussionId: string,
  decide: Decide,
): Promise<DiscussionState> {
  const { store, clock, answerFor } = context
  let known = await loadState(store, discussionId)
  for (let attempt = 1; ; attempt++) {
    let state = known
    const at = clock.now()
    const events: DiscussionEvent[] = []
    for (const newEvent of decide(state, at)) {
      const event = { ...newEvent, seq: state.seq + 1, at }
      state = foldEvent(state, event)
      events.push(event)
    }
    if (events.length === 0) return state
    try {
      await store.append(discussionId, events, { run: hasWork(state, at), idempotent: await answerFor?.(state) })
      return state
    } catch (error) {
      if (!(error instanceof ConclaveError) || error.code !== "CONFLICT" || attempt === maxAttempts) throw error
      // Read only the new events: a fast run loop appends again before the whole log is read.
      known = foldEvents(known, await store.read(discussionId, known.seq))
    }
  }
}

/** Whether a run loop has anything to do: a step, a wait that expires, or a sub-discussion to reconcile. */
function hasWork(state: DiscussionState, now: number): boolean {
  if (runningSubDiscussion(state)) return true
  const step = nextStep(state, now)
  if (step.kind === "done") return isSubDiscussion(state.table)
  return step.kind !== "wait" || step.until !== undefined
}
