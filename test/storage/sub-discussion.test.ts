import { randomUUID } from "node:crypto"
import { describe, expect, onTestFinished, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { createSubDiscussion } from "../../src/core/steering/create-sub-discussion.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { loadState } from "../../src/engine/context.ts"
import { follow } from "../../src/engine/live/follower.ts"
import { createWithTable } from "../../src/engine/verbs/create-with-table.ts"
import { startSubDiscussion } from "../../src/engine/verbs/start-sub-discussion.ts"
import { abortDiscussion } from "../../src/engine/verbs/steer-discussion.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { Model } from "../../src/ports/model.ts"
import type { Storage } from "../../src/ports/storage.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const defaults = { model: "test/model", seed: 1, language: "en", settings: {} }
const brief = scriptedModel({ id: "test/model", replies: ["One thing."] })
/** In a sub-discussion it starts to speak and never ends. */
const pensive = scriptedModel({
  id: "test/model",
  replies: ({ view }) => (view.topic === "Why?" ? { chunks: ["Well "], ends: "hang" } : "One thing."),
})
const asked = { topic: "Why?", seats: ["Ann", "Bo"] }

const kinds = ["SQLite", "PostgreSQL"] as const

/** Opens the same database repeatedly, as one process after the other would. */
async function processes(kind: (typeof kinds)[number]) {
  const location = await sharedLocations[kind]()
  const opened: Storage[] = []
  onTestFinished(async () => void (await Promise.all(opened.map((storage) => storage.close()))))
  return async () => {
    const { storage } = await openTest(location)
    opened.push(storage)
    return storage
  }
}

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
      await storage.close()
    },
  }
}

type Engine = Awaited<ReturnType<typeof engineOn>>

/** A running panel of two models. */
async function startPanel({ context }: Engine): Promise<string> {
  const discussionId = randomUUID()
  const seats = [{ name: "Ann" }, { name: "Bo" }]
  const table = resolveTable({ format: "panel", topic: "What first?", seats, options: { rounds: 2 } }, defaults)
  await createWithTable({ context, input: { discussionId, table } })
  return discussionId
}

async function waitForEnd({ context }: Engine, discussionId: string) {
  for await (const _ of follow(context, { discussionId }));
  return loadState(context.store, discussionId)
}

describe.each(kinds)("a sub-discussion on %s", (kind) => {
  test("continues when its process dies, and wakes its parent [across.sub-discussion]", async () => {
    const open = await processes(kind)
    // Requested before anything runs, or the parent would have ended.
    const idle = await engineOn(await open(), { workers: 0 })
    const discussionId = await startPanel(idle)
    const child = await startSubDiscussion({ context: idle.context, input: { discussionId, request: asked } })
    await idle.close()
    const first = await engineOn(await open(), { model: pensive })
    for await (const event of follow(first.context, { discussionId: child.id })) if (event.type === "turn_chunk") break
    await first.close()
    const second = await engineOn(await open())
    const parent = await waitForEnd(second, discussionId)
    expect(parent).toMatchObject({ status: "completed", subDiscussions: [{ status: "completed" }] })
    expect(parent.turns.filter(({ purpose }) => purpose === "sub-discussion")).toHaveLength(1)
    expect(parent.turns.filter(({ purpose }) => purpose === "turn")).toHaveLength(4)
    const { status, table } = await loadState(second.context.store, child.id)
    expect(status).toBe("completed")
    expect(table.parent).toMatchObject({ kind: "sub-discussion", discussionId })
    await second.close()
    const storage = await open()
    const { list } = storage.organisation(localOrganisationId)
    const { discussions } = await list.list({ limit: 10 })
    expect(discussions.find(({ id }) => id === child.id)?.parent).toEqual({ kind: "sub-discussion", discussionId })
    expect(discussions.find(({ id }) => id === discussionId)?.parent).toBeNull()
    expect((await storage.maintenance.rebuildProjections()).differences).toEqual([])
  })

  test("is started by the next process if one died between the request and the start [across.sub-discussion]", async () => {
    const open = await processes(kind)
    const idle = await engineOn(await open(), { workers: 0 })
    const discussionId = await startPanel(idle)
    const { store } = idle.context
    const state = await loadState(store, discussionId)
    const opened = createSubDiscussion(state, asked, systemClock.now())
    const event: DiscussionEvent = { ...opened, seq: state.seq + 1, at: systemClock.now() }
    await store.append(discussionId, [event], { run: true })
    await expect(store.read(opened.data.discussionId)).rejects.toThrow(/there is no discussion/)
    await idle.close()
    const next = await engineOn(await open())
    const parent = await waitForEnd(next, discussionId)
    expect(parent.turns[0]).toMatchObject({ id: "s1", purpose: "sub-discussion" })
    await next.close()
  })

  test("is reconciled by the next process if one died before reporting, and ends with its parent", async () => {
    const open = await processes(kind)
    const idle = await engineOn(await open(), { workers: 0 })
    const [told, stopped] = [await startPanel(idle), await startPanel(idle)]
    const { context } = idle
    const first = await startSubDiscussion({ context, input: { discussionId: told, request: asked } })
    const second = await startSubDiscussion({ context, input: { discussionId: stopped, request: asked } })
    await abortDiscussion({ context, input: { discussionId: first.id } })
    await abortDiscussion({ context, input: { discussionId: stopped } })
    expect((await loadState(context.store, told)).subDiscussions).toMatchObject([{ status: "running" }])
    await idle.close()
    const next = await engineOn(await open(), { model: pensive })
    const parent = await waitForEnd(next, told)
    expect(parent).toMatchObject({ status: "completed", subDiscussions: [{ status: "aborted" }] })
    expect((await waitForEnd(next, second.id)).status).toBe("aborted")
    await next.close()
  })
})
