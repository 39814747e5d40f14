import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { resolveTable } from "../src/core/tables/resolve-table.ts"
import type { EngineContext } from "../src/engine/context.ts"
import { LiveTurns } from "../src/engine/live/live-turns.ts"
import { LocalRunner } from "../src/engine/run-loop/local-runner.ts"
import { runDiscussion } from "../src/engine/run-loop/run-discussion.ts"
import { createWithTable } from "../src/engine/verbs/create-with-table.ts"
import { modelCatalogue } from "../src/main/available-models.ts"
import { DurableEngine } from "../src/main/durable-engine.ts"
import { systemClock } from "../src/main/system-ports.ts"
import type { DiscussionStore } from "../src/ports/discussion-store.ts"
import { localOrganisationId } from "../src/ports/key-store.ts"
import type { Storage } from "../src/ports/storage.ts"
import { MemoryDiscussionStore } from "../src/stores/memory/memory-discussion-store.ts"
import { round } from "./measure.ts"
import { pacedModel, pacedTurnMs } from "./models.ts"

const seats = 3
const discussionCount = 1_000
const models = modelCatalogue([{ names: [pacedModel.id], find: () => pacedModel }])

/**
 * A thousand discussions with turns of two seconds: wall time over ideal. Started at once, they also commit at once, again
 * and again; started over the length of a turn, they commit one by one, as in real life. Returns the figure for "at once".
 */
export async function measureConcurrency(storage: Storage): Promise<number> {
  const memory = memoryContext()
  const engine = await DurableEngine.open({
    ...{ storage, models: () => models, clock: systemClock, workers: discussionCount, onError: console.error },
    wrapStore: notifyOnEnd,
  })
  const durable = engine.forOrganisation(localOrganisationId)
  console.log(`${discussionCount} discussions, 40 chunks over 2 s per turn, wall / ideal (budget: 1.10)`)
  const spread = await compareStores(memory, durable, { spreadMs: pacedTurnMs, rounds: 3 })
  const atOnce = await compareStores(memory, durable, { spreadMs: 0, rounds: 1 })
  console.table([
    { started: "over 2 s, 9 turns", ...spread },
    { started: "at once, 3 turns", ...atOnce },
  ])
  await engine.close(0)
  return atOnce[committed]
}

const committed = "as durable jobs, every turn committed"

interface Load {
  readonly spreadMs: number
  readonly rounds: number
}

async function compareStores(memory: EngineContext, durable: EngineContext, way: Load) {
  return {
    "in memory": round(await wallOverIdeal(memory, way), 3),
    [committed]: round(await wallOverIdeal(durable, way), 3),
  }
}

function memoryContext(): EngineContext {
  const runner = new LocalRunner(systemClock, (id, now) => runDiscussion(context, id, { now }), console.error)
  const context: EngineContext = {
    store: notifyOnEnd(new MemoryDiscussionStore((discussionId) => runner.schedule(discussionId))),
    live: new LiveTurns(),
    models,
    clock: systemClock,
  }
  return context
}

const endListeners = new Map<string, () => void>()

/** Reports the end of a discussion without following it, which would read it again. */
function notifyOnEnd(store: DiscussionStore): DiscussionStore {
  return {
    read: (...given) => store.read(...given),
    watch: (...given) => store.watch(...given),
    async append(discussionId, events, options) {
      await store.append(discussionId, events, options)
      if (events.at(-1)?.type === "discussion_completed") endListeners.get(discussionId)?.()
    },
  }
}

async function wallOverIdeal(context: EngineContext, { spreadMs, rounds }: Load): Promise<number> {
  const input = {
    format: "panel",
    topic: "What should we build first?",
    // A decision record would add calls that the ideal does not include.
    record: false,
    seats: Array.from({ length: seats }, (_, index) => ({ name: `Seat ${index + 1}`, model: pacedModel.id })),
    options: { rounds, turnsPerRun: 0, stop: [] },
  }
  const table = resolveTable(input, { model: pacedModel.id, seed: 1, language: "en", settings: {} })
  const run = async (_: unknown, index: number) => {
    await setTimeout((spreadMs * index) / discussionCount)
    const discussionId = randomUUID()
    const ended = new Promise<void>((resolve) => {
      endListeners.set(discussionId, resolve)
    })
    await createWithTable({ context, input: { discussionId, table } })
    await ended
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: discussionCount }, run))
  return (performance.now() - begin) / (spreadMs + rounds * seats * pacedTurnMs)
}
