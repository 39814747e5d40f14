import { randomUUID } from "node:crypto"
import { describe, expect, inject, test } from "vitest"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { abort, follow, loadState, pause, resume, say, start } from "../../src/engine/index.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { modelCatalogue } from "../../src/models/catalogue.ts"
import { rehearsalModel, rehearsalNames } from "../../src/models/rehearsal/index.ts"
import type { Model, Models } from "../../src/ports/model.ts"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { JobQueues } from "../../src/stores/postgres/jobs/job-queue.ts"
import { localOrganisation } from "../../src/stores/postgres/organisation.ts"
import { databases } from "../support/databases.ts"
import { freshDatabase } from "../support/postgres.ts"

const defaults = { model: "rehearsal/auto", seed: 1, language: "en", settings: {} }

const rehearsed = modelCatalogue([{ names: rehearsalNames, find: (name) => rehearsalModel(name) }])

/** Rehearsal models that take long enough over their words for another process to hear them. */
const wordByWord = modelCatalogue([
  {
    names: rehearsalNames,
    find: (name) => rehearsalModel(name, { pause: () => new Promise((resolve) => setTimeout(resolve, 5)) }),
  },
])

/** Speaks until it is called off. */
const endless: Model = {
  id: "test/endless",
  structured: false,
  async *stream(_call, signal) {
    while (!signal.aborted) {
      yield { type: "text", text: "and " }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  },
}

async function engineOn(database: Database, workers = 10, models: Models = rehearsed) {
  const onError = (error: unknown) => {
    throw error
  }
  const jobs = await JobQueues.open({ pool: database.pool, embedded: database.embedded, onError })
  const engine = await DurableEngine.open({
    database,
    jobs,
    models: () => models,
    clock: systemClock,
    workers,
    onError,
  })
  return {
    forOrganisation: (id: string) => engine.forOrganisation(id),
    get size() {
      return engine.size
    },
    async close(graceMs: number) {
      await engine.close(graceMs)
      await jobs.close()
    },
  }
}

for (const { name, open } of databases) {
  describe(`durable running on ${name}`, () => {
    test("a discussion that was started is run to its end, and all see the same", async () => {
      const engine = await engineOn(await open())
      const context = engine.forOrganisation(localOrganisation)
      const discussionId = randomUUID()
      const table = resolveTable({ format: "hive", topic: "Tabs or spaces?" }, defaults)
      await start({ context, input: { discussionId, table } })
      const types: string[] = []
      for await (const event of follow(context, { discussionId })) types.push(event.type)
      expect(types.at(-1)).toBe("discussion_completed")
      expect((await loadState(context.store, discussionId)).status).toBe("completed")
      await engine.close(1_000)
    })

    test("waiting for a person holds no worker, and their word has it run on", async () => {
      const engine = await engineOn(await open())
      const context = engine.forOrganisation(localOrganisation)
      const discussionId = randomUUID()
      const seats = [{ name: "Kim", kind: "human" as const }, { name: "Ann" }]
      const table = resolveTable({ format: "panel", topic: "What first?", seats, options: { rounds: 2 } }, defaults)
      await start({ context, input: { discussionId, table } })
      const said: string[] = []
      for await (const event of follow(context, { discussionId })) {
        if (event.type === "awaiting_input") {
          while (engine.size > 0) await new Promise((resolve) => setImmediate(resolve))
          await say({ context, input: { discussionId, content: "Let us begin with the tests." } })
        }
        if (event.type === "turn_completed") said.push(event.data.turn.seat)
      }
      expect(said).toEqual(["kim", "ann", "kim", "ann"])
      await engine.close(1_000)
    })

    test("where nobody works yet, a start waits for nobody", async () => {
      const engine = await engineOn(await open(), 0)
      const context = engine.forOrganisation(localOrganisation)
      const table = resolveTable({ format: "duet", topic: "Tea or coffee?" }, defaults)
      const state = await start({ context, input: { discussionId: randomUUID(), table } })
      expect(state.status).toBe("running")
      await engine.close(0)
    })

    test("what was begun in a process that has left goes on in the next", async () => {
      const database = await open()
      const first = await engineOn(database)
      const context = first.forOrganisation(localOrganisation)
      const discussionId = randomUUID()
      const table = resolveTable({ format: "assembly", topic: "How shall we share?" }, defaults)
      await start({ context, input: { discussionId, table } })
      for await (const event of follow(context, { discussionId })) if (event.type === "turn_completed") break
      await first.close(0)
      const left = await loadState(context.store, discussionId)
      expect(left.status).toBe("running")
      const second = await engineOn(database)
      const later = second.forOrganisation(localOrganisation)
      for await (const _ of follow(later, { discussionId, after: left.seq })) {
        // to the end
      }
      const state = await loadState(later.store, discussionId)
      expect(state.status).toBe("completed")
      expect(new Set(state.turns.map(({ id }) => id)).size).toBe(state.turns.length)
      await second.close(0)
    })
  })
}

describe("several processes on one PostgreSQL", () => {
  async function processes(count: number): Promise<readonly Database[]> {
    const url = await freshDatabase(inject("postgresUrl"))
    return Promise.all(Array.from({ length: count }, () => openDatabase({ url })))
  }

  test("a process without workers serves what another runs, steers it, and hears it being spoken", async () => {
    const [here, there] = (await processes(2)) as [Database, Database]
    const door = await engineOn(here, 0)
    const context = door.forOrganisation(localOrganisation)
    const discussionId = randomUUID()
    const table = resolveTable({ format: "duet", topic: "Tea or coffee?" }, defaults)
    await start({ context, input: { discussionId, table } })
    await pause({ context, input: { discussionId } })
    expect((await loadState(context.store, discussionId)).turns).toEqual([])
    await resume({ context, input: { discussionId } })
    const worker = await engineOn(there, 10, wordByWord)
    const heard = new Map<string, string>()
    const turns = new Map<string, string>()
    for await (const event of follow(context, { discussionId })) {
      if (event.type === "turn_chunk") {
        const { turnId, offset, chunk } = event.data
        expect(offset).toBe(heard.get(turnId)?.length ?? 0)
        heard.set(turnId, (heard.get(turnId) ?? "") + chunk)
      }
      if (event.type === "turn_completed") turns.set(event.data.turn.id, event.data.turn.content)
    }
    expect(heard.size).toBeGreaterThan(0)
    for (const [turnId, text] of heard) expect(text).toBe(turns.get(turnId))
    await worker.close(0)
    await door.close(0)
    await Promise.all([here.close(), there.close()])
  })

  test("an abort in one process reaches the loop in another", async () => {
    const [here, there] = (await processes(2)) as [Database, Database]
    const worker = await engineOn(there, 10, { find: () => endless })
    const door = await engineOn(here, 0)
    const context = door.forOrganisation(localOrganisation)
    const discussionId = randomUUID()
    await start({
      context,
      input: { discussionId, table: resolveTable({ format: "duet", topic: "Tea or coffee?" }, defaults) },
    })
    for await (const event of follow(context, { discussionId })) {
      if (event.type === "turn_chunk") await abort({ context, input: { discussionId } })
    }
    while (worker.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await worker.close(0)
    await door.close(0)
    await Promise.all([here.close(), there.close()])
  })
})
