import type { DiscussionEvent } from "../core/discussion/event.ts"
import { fold } from "../core/discussion/fold.ts"
import type { Table } from "../core/discussion/table.ts"
import {
  abortDiscussion,
  createWithTable,
  type EngineContext,
  type ForkDiscussionInput,
  failDiscussion,
  forkDiscussion,
  LiveTurns,
  LocalRunner,
  runDiscussion,
} from "../engine/index.ts"
import { checkMaterials } from "../engine/verbs/check-materials.ts"
import { startHeldDiscussion } from "../engine/verbs/create-with-table.ts"
import type { Clock } from "../ports/clock.ts"
import type { Models } from "../ports/model.ts"
import { MemoryDiscussionStore } from "../stores/memory/memory-discussion-store.ts"
import { openRun, Run } from "./run.ts"

export interface RunEngine {
  start(discussionId: string, table: Table, signal?: AbortSignal): Run
  fork(input: ForkDiscussionInput): Promise<Run>
  /** Stops all running discussions; stored ones continue at the next start. */
  close(): Promise<void>
}

/** An engine whose discussions live in this process's memory. */
export function createMemoryEngine(models: Models, clock: Clock): RunEngine {
  const runner = new LocalRunner(
    clock,
    (discussionId, now) => runDiscussion(context, discussionId, { now }),
    (discussionId, error) => void failDiscussion({ context, input: { discussionId, error } }),
  )
  const context: EngineContext = {
    store: new MemoryDiscussionStore((discussionId) => runner.schedule(discussionId)),
    live: new LiveTurns(),
    models,
    clock,
  }
  return {
    start(discussionId, table, signal) {
      const started = startDiscussion(context, discussionId, table, signal)
      const created: DiscussionEvent = { type: "discussion_created", data: { table }, seq: 1, at: clock.now() }
      return new Run(context, fold(discussionId, [created]), started, signal)
    },
    async fork(input) {
      const { id } = await forkDiscussion({ context, input })
      return openRun(context, id)
    },
    close: async () => runner.stop(),
  }
}

/** Materials are checked asynchronously against the models' context sizes, so the discussion is held until then. */
export async function startDiscussion(
  context: EngineContext,
  discussionId: string,
  table: Table,
  signal?: AbortSignal,
): Promise<void> {
  // With an aborted signal, `Run` aborts the held discussion before the first turn.
  const isAborted = signal?.aborted === true
  const holds = table.materials !== undefined || isAborted
  await createWithTable({ context, input: { discussionId, table, hold: holds } })
  if (!holds || isAborted) return
  await checkMaterials(table, context.models).catch(async (error: Error) => {
    await abortDiscussion({ context, input: { discussionId, reason: error.message } })
    throw error
  })
  await startHeldDiscussion({ context, input: { discussionId } })
}
