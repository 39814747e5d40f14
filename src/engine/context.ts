import { fold } from "../core/discussion/fold.ts"
import type { DiscussionState } from "../core/discussion/state.ts"
import type { Clock } from "../ports/clock.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"
import type { Models } from "../ports/model.ts"
import type { LiveTurns } from "./live/live-turns.ts"

/** What the engine works through. */
export interface EngineContext {
  readonly store: DiscussionStore
  readonly models: Models
  readonly clock: Clock
  readonly live: LiveTurns
}

/** One thing that can be asked of the engine, whatever door it is asked at. */
export type Verb<Input, Output> = (request: {
  readonly context: EngineContext
  readonly input: Input
}) => Promise<Output>

export async function loadState(store: DiscussionStore, discussionId: string): Promise<DiscussionState> {
  return fold(discussionId, await store.read(discussionId))
}
