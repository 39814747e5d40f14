import { fold } from "../core/discussion/fold.ts"
import type { DiscussionState } from "../core/discussion/state.ts"
import type { Clock } from "../ports/clock.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"
import type { IdempotentAnswer } from "../ports/idempotency-store.ts"
import type { Models } from "../ports/model.ts"
import type { LiveTurns } from "./live/live-turns.ts"

/** Runs a synchronous step under supervision; throws if it took too long. */
export type StepGuard = <T>(discussionId: string, step: () => T) => T

export interface EngineContext {
  readonly store: DiscussionStore
  readonly models: Models
  readonly clock: Clock
  readonly live: LiveTurns
  readonly guard?: StepGuard | undefined
  /** The response that a verb stores with its append, for repeats of the request. */
  readonly answerFor?: ((state: DiscussionState) => Promise<IdempotentAnswer>) | undefined
}

/** An operation on a discussion. */
export type Verb<Input = object, Output = DiscussionState> = (request: {
  readonly context: EngineContext
  readonly input: Input & { readonly discussionId: string }
}) => Promise<Output>

/** Runs a step under the guard, if there is one. */
export function guarded<T>({ guard }: Pick<EngineContext, "guard">, discussionId: string, step: () => T): T {
  return guard ? guard(discussionId, step) : step()
}

/** Like `loadState`, under the guard. */
export async function readState(context: EngineContext, discussionId: string): Promise<DiscussionState> {
  const events = await context.store.read(discussionId)
  return guarded(context, discussionId, () => fold(discussionId, events))
}

export async function loadState(store: DiscussionStore, discussionId: string): Promise<DiscussionState> {
  return fold(discussionId, await store.read(discussionId))
}

/** Platform timers overflow beyond this. A caller woken early finds nothing due and waits again. */
const maxTimerMs = 2 ** 31 - 1

export function scheduleAt(clock: Clock, at: number, callback: () => void): () => void {
  return clock.after(Math.min(Math.max(0, at - clock.now()), maxTimerMs), callback)
}
