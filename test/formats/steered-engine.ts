import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { type EngineContext, loadState } from "../../src/engine/context.ts"
import { LiveTurns } from "../../src/engine/live/live-turns.ts"
import { LocalRunner } from "../../src/engine/run-loop/local-runner.ts"
import { runDiscussion } from "../../src/engine/run-loop/run-discussion.ts"
import { createWithTable } from "../../src/engine/verbs/create-with-table.ts"
import { MemoryDiscussionStore } from "../../src/stores/memory/memory-discussion-store.ts"
import { ManualClock, type ScriptedCall, type ScriptedReply, scriptedModel } from "../../src/testing/index.ts"

export const id = "d1"
export const words = "I would begin with the smallest step that teaches us something, and then look again."

export type DataOf<T> = Extract<DiscussionEvent, { type: T }>["data"]

/** A separate process with an engine that runs the waiting discussions. */
export function engine(reply: (call: ScriptedCall) => ScriptedReply = () => words) {
  const model = scriptedModel({ id: "test/model", replies: reply })
  const clock = new ManualClock()
  const crashes: unknown[] = []
  const runner = new LocalRunner(
    clock,
    (discussionId, now) => runDiscussion(context, discussionId, { now }),
    (_, error) => crashes.push(error),
  )
  const store = new MemoryDiscussionStore((discussionId) => runner.schedule(discussionId))
  const context: EngineContext = { store, live: new LiveTurns(), models: { find: () => model }, clock }
  const state = () => loadState(store, id)
  const begin = (input: Readonly<Record<string, unknown>>, hold = false) => {
    const defaults = { model: "test/model", seed: 1, language: "en", settings: {} }
    return createWithTable({
      context,
      input: { discussionId: id, table: resolveTable({ topic: "What first?", ...input }, defaults), hold },
    })
  }
  const events = async <T extends DiscussionEvent["type"]>(type: T): Promise<DataOf<T>[]> =>
    (await store.read(id)).flatMap((event) => (event.type === type ? [event.data as DataOf<T>] : []))
  return { context, model, clock, runner, crashes, state, begin, events }
}

export const input = { discussionId: id }
export const hanging = { chunks: ["We should begin with ", "the smallest "], ends: "hang" } as const
