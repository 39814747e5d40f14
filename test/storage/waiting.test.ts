import { randomUUID } from "node:crypto"
import { describe, expect, onTestFinished, test } from "vitest"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { loadState } from "../../src/engine/context.ts"
import { follow } from "../../src/engine/live/follower.ts"
import { createWithTable } from "../../src/engine/verbs/create-with-table.ts"
import { forkDiscussion } from "../../src/engine/verbs/fork-discussion.ts"
import { interruptTurn } from "../../src/engine/verbs/steer-discussion.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { Model } from "../../src/ports/model.ts"
import type { Storage } from "../../src/ports/storage.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const defaults = { model: "test/model", seed: 1, language: "en", settings: {} }
const brief = scriptedModel({ id: "test/model", replies: ["One thing."] })

/** Streams a few words and then never ends. */
const pensive = scriptedModel({
  id: "test/model",
  replies: ({ view }) => (view.entries.length === 0 ? { chunks: ["I think "], ends: "hang" } : "One thing."),
})

async function engineOn(storage: Storage, { model = brief, workers = 10 }: { model?: Model; workers?: number } = {}) {
  const onError = (error: unknown) => {
    throw error
  }
  const models = () => ({ find: () => model })
  const engine = await DurableEngine.open({ storage, models, clock: systemClock, workers, onError })
  return {
    context: engine.forOrganisation(localOrganisationId),
    async close() {
      await engine.close(0)
    },
  }
}

function panel(waitMs: number) {
  const seats = [{ name: "Kim", kind: "human" as const }, { name: "Ann" }]
  return resolveTable({ format: "panel", topic: "What first?", seats, options: { rounds: 2, waitMs } }, defaults)
}

const kinds = ["SQLite", "PostgreSQL"] as const

/** Opens the database several times, as several processes would. */
async function processes(kind: (typeof kinds)[number], count: number): Promise<readonly Storage[]> {
  const location = await sharedLocations[kind]()
  const opened = await Promise.all(Array.from({ length: count }, () => openTest(location)))
  onTestFinished(async () => void (await Promise.all(opened.map(({ storage }) => storage.close()))))
  return opened.map(({ storage }) => storage)
}

describe.each(kinds)("on %s", (kind) => {
  test("a wait with a time limit ends by itself and occupies no worker, repeatedly", async () => {
    const own = await engineOn((await processes(kind, 1))[0]!)
    const discussionId = randomUUID()
    await createWithTable({ context: own.context, input: { discussionId, table: panel(50) } })
    const events = []
    for await (const event of follow(own.context, { discussionId })) events.push(event)
    const skipped = events.flatMap((event) => (event.type === "turn_skipped" ? [event.data] : []))
    expect(skipped).toMatchObject([
      { seat: "kim", because: "no_answer" },
      { seat: "kim", because: "no_answer" },
    ])
    expect((await loadState(own.context.store, discussionId)).status).toBe("completed")
    await own.close()
  })

  test("it also ends if the process that started it is gone", async () => {
    const [before, after] = await processes(kind, 2)
    const first = await engineOn(before!)
    const discussionId = randomUUID()
    await createWithTable({ context: first.context, input: { discussionId, table: panel(2_000) } })
    for await (const event of follow(first.context, { discussionId })) if (event.type === "awaiting_input") break
    while (before!.runs.size > 0) await new Promise((resolve) => setImmediate(resolve))
    await first.close()
    await before!.close()
    const second = await engineOn(after!)
    const types = []
    for await (const { type } of follow(second.context, { discussionId })) types.push(type)
    expect(types.filter((type) => type === "turn_skipped")).toHaveLength(2)
    expect(types.at(-1)).toBe("discussion_completed")
    await second.close()
  })

  test("a fork is stored and run like any other discussion [across.fork]", async () => {
    const own = await engineOn((await processes(kind, 1))[0]!)
    const discussionId = randomUUID()
    const table = resolveTable({ format: "panel", topic: "What first?", options: { rounds: 1 } }, defaults)
    await createWithTable({ context: own.context, input: { discussionId, table } })
    for await (const _ of follow(own.context, { discussionId }));
    const forkId = randomUUID()
    const input = { discussionId, forkId, atTurn: 1, changes: { options: { rounds: 2 } }, defaults }
    await forkDiscussion({ context: own.context, input })
    for await (const _ of follow(own.context, { discussionId: forkId }));
    const [state, forked] = await Promise.all([discussionId, forkId].map((id) => loadState(own.context.store, id)))
    expect(forked).toMatchObject({ status: "completed", rounds: { length: 2 }, table: { parent: { discussionId } } })
    expect(forked!.turns[0]).toEqual(state!.turns[0])
    await own.close()
  })

  test("a turn is interrupted from another process [across.interrupt]", async () => {
    const [here, there] = await processes(kind, 2)
    const own = await engineOn(here!, { model: pensive })
    const other = await engineOn(there!, { model: pensive, workers: 0 })
    const discussionId = randomUUID()
    const table = resolveTable({ format: "panel", topic: "What first?", options: { rounds: 1 } }, defaults)
    await createWithTable({ context: other.context, input: { discussionId, table } })
    for await (const event of follow(other.context, { discussionId })) {
      if (event.type === "turn_chunk") await interruptTurn({ context: other.context, input: { discussionId } })
    }
    const state = await loadState(other.context.store, discussionId)
    expect(state.turns[0]).toMatchObject({ content: "I think", finishReason: "cut" })
    expect(state.turns).toHaveLength(3)
    await other.close()
    await own.close()
  })
})
