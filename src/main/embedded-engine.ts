import type { EngineContext } from "../engine/context.ts"
import { LiveTurns } from "../engine/live/live-turns.ts"
import { LocalRunner } from "../engine/run-loop/local-runner.ts"
import { runDiscussion } from "../engine/run-loop/run-discussion.ts"
import { failDiscussion } from "../engine/verbs/fail-discussion.ts"
import type { Clock } from "../ports/clock.ts"
import type { IdempotentAnswer } from "../ports/idempotency-store.ts"
import type { Models } from "../ports/model.ts"
import { MemoryDiscussionStore } from "../stores/memory/memory-discussion-store.ts"

/** An engine whose discussions live in this process's memory. */
export function createMemoryEngine(models: Models, clock: Clock, storeAnswer?: (answer: IdempotentAnswer) => void) {
  const runner = new LocalRunner(
    clock,
    (discussionId, now) => runDiscussion(context, discussionId, { now }),
    (discussionId, error) => void failDiscussion({ context, input: { discussionId, error } }),
  )
  const store = new MemoryDiscussionStore((discussionId) => runner.schedule(discussionId), storeAnswer)
  const context: EngineContext = { store, live: new LiveTurns(), models, clock }
  /** Stops all running discussions. */
  const stop = () => runner.stop()
  return { context, store, stop }
}
