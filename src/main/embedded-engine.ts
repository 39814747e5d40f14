import type { DiscussionEvent } from "../core/discussion/event.ts"
import { fold } from "../core/discussion/fold.ts"
import type { Table } from "../core/discussion/table.ts"
import {
  type EngineContext,
  type ForkInput,
  fail,
  fork,
  LiveTurns,
  LocalRunner,
  runDiscussion,
  start,
} from "../engine/index.ts"
import type { Clock } from "../ports/clock.ts"
import type { Models } from "../ports/model.ts"
import { MemoryDiscussionStore } from "../stores/memory/memory-discussion-store.ts"
import { Run } from "./run.ts"

export interface MemoryEngine {
  start(discussionId: string, table: Table): Run
  fork(input: ForkInput): Promise<Run>
  /** Lets go of every discussion where it stands. */
  stop(): void
}

/** An engine that keeps its discussions in this process and forgets them with it. */
export function createMemoryEngine(models: Models, clock: Clock): MemoryEngine {
  const runner = new LocalRunner(
    clock,
    (discussionId, now) => runDiscussion(context, discussionId, { now }),
    (discussionId, error) => void fail({ context, input: { discussionId, error } }),
  )
  const context: EngineContext = {
    store: new MemoryDiscussionStore((discussionId) => runner.schedule(discussionId)),
    live: new LiveTurns(),
    models,
    clock,
  }
  return {
    start(discussionId, table) {
      const started = start({ context, input: { discussionId, table } })
      const created: DiscussionEvent = { type: "discussion_created", data: { table }, seq: 1, at: clock.now() }
      return new Run(context, fold(discussionId, [created]), started)
    },
    async fork(input) {
      const { id } = await fork({ context, input })
      const [created] = await context.store.read(id, 0, 1)
      return new Run(context, fold(id, [created!]), Promise.resolve())
    },
    stop: () => runner.stop(),
  }
}
