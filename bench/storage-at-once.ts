import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { layTable } from "../src/core/formats/lay-table.ts"
import { type EngineContext, LiveTurns, LocalRunner, runDiscussion, start } from "../src/engine/index.ts"
import { DurableEngine } from "../src/main/durable-engine.ts"
import { systemClock } from "../src/main/system-ports.ts"
import { modelCatalogue } from "../src/models/catalogue.ts"
import type { DiscussionStore } from "../src/ports/discussion-store.ts"
import { localOrganisation } from "../src/ports/organisation.ts"
import type { Storage } from "../src/ports/storage.ts"
import { MemoryDiscussionStore } from "../src/stores/memory/memory-discussion-store.ts"
import { round } from "./measure.ts"
import { pacedModel, pacedTurnMs } from "./models.ts"

const seats = 3
const many = 1_000
const models = modelCatalogue([{ names: [pacedModel.id], find: () => pacedModel }])

/**
 * A thousand discussions whose models speak for two seconds a turn: wall time against ideal. Begun in one moment all of
 * them also commit in one moment, again and again; begun over the time of a turn they do so one by one, as in real life.
 */
export async function manyAtOnce(storage: Storage): Promise<void> {
  const memory = memoryContext()
  const engine = await DurableEngine.open({
    ...{ storage, models: () => models, clock: systemClock, workers: many, onError: console.error },
    watched: tellingEnds,
  })
  const durable = engine.forOrganisation(localOrganisation)
  console.log(`${many} discussions, 40 chunks over 2 s a turn, wall / ideal (budget: 1.10)`)
  console.table([
    { begun: "over 2 s, 9 turns", ...(await figures(memory, durable, { spreadMs: pacedTurnMs, rounds: 3 })) },
    { begun: "in one moment, 3 turns", ...(await figures(memory, durable, { spreadMs: 0, rounds: 1 })) },
  ])
  await engine.close(0)
}

interface Way {
  readonly spreadMs: number
  readonly rounds: number
}

async function figures(memory: EngineContext, durable: EngineContext, way: Way) {
  return {
    "in memory": round(await wallOverIdeal(memory, way), 3),
    "as durable jobs, every turn committed": round(await wallOverIdeal(durable, way), 3),
  }
}

function memoryContext(): EngineContext {
  const runner = new LocalRunner(systemClock, (id, now) => runDiscussion(context, id, { now }), console.error)
  const context: EngineContext = {
    store: tellingEnds(new MemoryDiscussionStore((discussionId) => runner.schedule(discussionId))),
    live: new LiveTurns(),
    models,
    clock: systemClock,
  }
  return context
}

const waiting = new Map<string, () => void>()

/** Following a discussion would read it once more. */
function tellingEnds(store: DiscussionStore): DiscussionStore {
  return {
    read: (...given) => store.read(...given),
    watch: (...given) => store.watch(...given),
    async append(discussionId, events, options) {
      await store.append(discussionId, events, options)
      if (events.at(-1)?.type === "discussion_completed") waiting.get(discussionId)?.()
    },
  }
}

async function wallOverIdeal(context: EngineContext, { spreadMs, rounds }: Way): Promise<number> {
  const input = {
    format: "panel",
    topic: "What should we build first?",
    seats: Array.from({ length: seats }, (_, index) => ({ name: `Seat ${index + 1}`, model: pacedModel.id })),
    options: { rounds, turnsPerRun: 0, stop: [] },
  }
  const table = layTable(input, { model: pacedModel.id, seed: 1, language: "en", roundsCeiling: 10, settings: {} })
  const run = async (_: unknown, index: number) => {
    await setTimeout((spreadMs * index) / many)
    const discussionId = randomUUID()
    const ended = new Promise<void>((resolve) => {
      waiting.set(discussionId, resolve)
    })
    await start({ context, input: { discussionId, table } })
    await ended
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: many }, run))
  return (performance.now() - begin) / (spreadMs + rounds * seats * pacedTurnMs)
}
