import { randomUUID } from "node:crypto"
import { describe, expect, onTestFinished, test } from "vitest"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { loadState } from "../../src/engine/context.ts"
import { follow } from "../../src/engine/live/follower.ts"
import { runDiscussion } from "../../src/engine/run-loop/run-discussion.ts"
import { answerForSeat } from "../../src/engine/verbs/answer-for-seat.ts"
import { createWithTable } from "../../src/engine/verbs/create-with-table.ts"
import { abortDiscussion, pauseDiscussion, resumeDiscussion } from "../../src/engine/verbs/steer-discussion.ts"
import { modelCatalogue } from "../../src/main/available-models.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { rehearsalModel, rehearsalNames } from "../../src/models/rehearsal/index.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { Model, Models } from "../../src/ports/model.ts"
import type { Storage } from "../../src/ports/storage.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const defaults = { model: "rehearsal/auto", seed: 1, language: "en", settings: {} }

const rehearsed = modelCatalogue([{ names: rehearsalNames, find: (name) => rehearsalModel(name) }])

/** Rehearsal models slow enough for another process to see their live text. */
const wordByWord = modelCatalogue([
  {
    names: rehearsalNames,
    find: (name) => rehearsalModel(name, { pause: () => new Promise((resolve) => setTimeout(resolve, 5)) }),
  },
])

/** Streams until it is aborted. */
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

async function engineOn(storage: Storage, workers = 10, models: Models = rehearsed) {
  const onError = (error: unknown) => {
    throw error
  }
  const engine = await DurableEngine.open({
    storage,
    models: () => models,
    clock: systemClock,
    workers,
    onError,
  })
  return {
    forOrganisation: (id: string) => engine.forOrganisation(id),
    get size() {
      return storage.runs.size
    },
    async close(graceMs: number) {
      await engine.close(graceMs)
    },
  }
}

const kinds = ["SQLite", "PostgreSQL"] as const

/** Opens the database several times, as several processes would. */
async function processes(kind: (typeof kinds)[number], count: number): Promise<readonly Storage[]> {
  const location = await sharedLocations[kind]()
  const opened = await Promise.all(Array.from({ length: count }, () => openTest(location)))
  onTestFinished(async () => void (await Promise.all(opened.map(({ storage }) => storage.close()))))
  return opened.map(({ storage }) => storage)
}

for (const name of kinds) {
  describe(`durable running on ${name}`, () => {
    test("a started discussion runs to its end, and all processes see the same", async () => {
      const engine = await engineOn((await processes(name, 1))[0]!)
      const context = engine.forOrganisation(localOrganisationId)
      const discussionId = randomUUID()
      const table = resolveTable({ format: "hive", topic: "Tabs or spaces?" }, defaults)
      await createWithTable({ context, input: { discussionId, table } })
      const types: string[] = []
      for await (const event of follow(context, { discussionId })) types.push(event.type)
      expect(types.at(-1)).toBe("discussion_completed")
      expect((await loadState(context.store, discussionId)).status).toBe("completed")
      await engine.close(1_000)
    })

    test("waiting for a person occupies no worker, and their answer continues the discussion", async () => {
      const engine = await engineOn((await processes(name, 1))[0]!)
      const context = engine.forOrganisation(localOrganisationId)
      const discussionId = randomUUID()
      const seats = [{ name: "Kim", kind: "human" as const }, { name: "Ann" }]
      const table = resolveTable({ format: "panel", topic: "What first?", seats, options: { rounds: 2 } }, defaults)
      await createWithTable({ context, input: { discussionId, table } })
      const said: string[] = []
      for await (const event of follow(context, { discussionId })) {
        if (event.type === "awaiting_input") {
          while (engine.size > 0) await new Promise((resolve) => setImmediate(resolve))
          await answerForSeat({ context, input: { discussionId, content: "Let us begin with the tests." } })
        }
        if (event.type === "turn_completed") said.push(event.data.turn.seat)
      }
      expect(said).toEqual(["kim", "ann", "kim", "ann"])
      await engine.close(1_000)
    })

    test("a start does not wait if no process has workers yet", async () => {
      const engine = await engineOn((await processes(name, 1))[0]!, 0)
      const context = engine.forOrganisation(localOrganisationId)
      const table = resolveTable({ format: "duet", topic: "Tea or coffee?" }, defaults)
      const state = await createWithTable({ context, input: { discussionId: randomUUID(), table } })
      expect(state.status).toBe("running")
      await engine.close(0)
    })

    test("a process that runs a new discussion reads it once, and finds what another did to it", async () => {
      const [one, other] = await processes(name, 2)
      const here = await engineOn(one!, 0)
      const there = await engineOn(other!, 0)
      const { store, ...context } = here.forOrganisation(localOrganisationId)
      let reads = 0
      const counted = {
        append: store.append.bind(store),
        watch: store.watch.bind(store),
        read: (...given: Parameters<typeof store.read>) => {
          reads++
          return store.read(...given)
        },
      }
      const run = async (change: (discussionId: string) => Promise<unknown>) => {
        const discussionId = randomUUID()
        const table = resolveTable({ format: "panel", topic: "What first?", options: { rounds: 1 } }, defaults)
        await createWithTable({ context: { ...context, store: counted }, input: { discussionId, table } })
        await change(discussionId)
        reads = 0
        await runDiscussion({ ...context, store: counted }, discussionId, { now: new AbortController().signal })
        return [(await loadState(store, discussionId)).status, reads]
      }
      expect(await run(async () => {})).toEqual(["completed", 1])
      const elsewhere = there.forOrganisation(localOrganisationId)
      const pause = (discussionId: string) => pauseDiscussion({ context: elsewhere, input: { discussionId } })
      expect(await run(pause)).toEqual(["paused", 1])
      await Promise.all([here.close(0), there.close(0)])
    })

    test("a discussion of a process that has left continues in the next", async () => {
      const [before, after] = await processes(name, 2)
      const first = await engineOn(before!)
      const context = first.forOrganisation(localOrganisationId)
      const discussionId = randomUUID()
      const table = resolveTable({ format: "assembly", topic: "How shall we share?" }, defaults)
      await createWithTable({ context, input: { discussionId, table } })
      for await (const event of follow(context, { discussionId })) if (event.type === "turn_completed") break
      await first.close(0)
      const left = await loadState(context.store, discussionId)
      expect(left.status).toBe("running")
      await before!.close()
      const second = await engineOn(after!)
      const later = second.forOrganisation(localOrganisationId)
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

describe.each(kinds)("several processes on one %s", (kind) => {
  test("a process without workers shows, steers and streams what another runs", async () => {
    const [here, there] = (await processes(kind, 2)) as [Storage, Storage]
    const server = await engineOn(here, 0)
    const context = server.forOrganisation(localOrganisationId)
    const discussionId = randomUUID()
    const table = resolveTable({ format: "duet", topic: "Tea or coffee?" }, defaults)
    await createWithTable({ context, input: { discussionId, table } })
    await pauseDiscussion({ context, input: { discussionId } })
    expect((await loadState(context.store, discussionId)).turns).toEqual([])
    await resumeDiscussion({ context, input: { discussionId } })
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
    await server.close(0)
  })

  test("an abort in one process reaches the loop in another", async () => {
    const [here, there] = (await processes(kind, 2)) as [Storage, Storage]
    const worker = await engineOn(there, 10, { find: () => endless })
    const server = await engineOn(here, 0)
    const context = server.forOrganisation(localOrganisationId)
    const discussionId = randomUUID()
    await createWithTable({
      context,
      input: { discussionId, table: resolveTable({ format: "duet", topic: "Tea or coffee?" }, defaults) },
    })
    for await (const event of follow(context, { discussionId })) {
      if (event.type === "turn_chunk") await abortDiscussion({ context, input: { discussionId } })
    }
    while (worker.size > 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await worker.close(0)
    await server.close(0)
  })
})
