import { randomUUID } from "node:crypto"
import { layTable } from "../src/core/formats/lay-table.ts"
import { type EngineContext, fail, LiveTurns, LocalRunner, runDiscussion, start } from "../src/engine/index.ts"
import { systemClock } from "../src/main/system-ports.ts"
import { modelCatalogue } from "../src/models/catalogue.ts"
import type { DiscussionStore } from "../src/ports/discussion-store.ts"
import { MemoryDiscussionStore } from "../src/stores/memory/memory-discussion-store.ts"
import type { Database } from "../src/stores/postgres/database.ts"
import { localOrganisation } from "../src/stores/postgres/organisation.ts"
import { PostgresDiscussionStore } from "../src/stores/postgres/postgres-discussion-store.ts"
import { round } from "./measure.ts"
import { pacedModel, pacedTurnMs } from "./models.ts"

const seats = 3
const many = 1_000

/** A thousand at once, whose models speak for two seconds a turn: wall time against ideal, in memory and committed. */
export async function manyAtOnce(database: Database): Promise<void> {
  const memory = await wallOverIdeal(new MemoryDiscussionStore(() => {}))
  const persisted = await wallOverIdeal(new PostgresDiscussionStore({ database, organisationId: localOrganisation }))
  console.log(
    `${many} discussions at once, ${seats} turns each, 40 chunks over 2 s a turn, wall / ideal: ${round(memory, 3)} in memory, ${round(persisted, 3)} with every turn committed (budget: 1.10)`,
  )
}

async function wallOverIdeal(log: DiscussionStore): Promise<number> {
  const waiting = new Map<string, () => void>()
  const store: DiscussionStore = {
    read: (...given) => log.read(...given),
    watch: (...given) => log.watch(...given),
    async append(discussionId, events, options) {
      await log.append(discussionId, events, options)
      if (events.at(-1)?.type === "discussion_completed") waiting.get(discussionId)?.()
    },
  }
  const models = modelCatalogue([{ names: [pacedModel.id], find: () => pacedModel }])
  const context: EngineContext = { store, live: new LiveTurns(), models, clock: systemClock }
  const runner = new LocalRunner(
    (discussionId, now) => runDiscussion(context, discussionId, { now }),
    (discussionId, error) => void fail({ context, input: { discussionId, error } }),
  )
  const input = {
    format: "panel",
    topic: "What should we build first?",
    seats: Array.from({ length: seats }, (_, index) => ({ name: `Seat ${index + 1}`, model: pacedModel.id })),
    options: { rounds: 1, turnsPerRun: 0, stop: [] },
  }
  const table = layTable(input, { model: pacedModel.id, seed: 1, language: "en", roundsCeiling: 10, settings: {} })
  const run = async () => {
    const discussionId = randomUUID()
    const ended = new Promise<void>((resolve) => {
      waiting.set(discussionId, resolve)
    })
    await start({ context, input: { discussionId, table } })
    runner.schedule(discussionId)
    await ended
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: many }, run))
  return (performance.now() - begin) / (seats * pacedTurnMs)
}
