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
