import { randomUUID } from "node:crypto"
import { describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { createSubDiscussion } from "../../src/core/steering/create-sub-discussion.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { abort, follow, loadState, openSubDiscussion, start } from "../../src/engine/index.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import type { Model } from "../../src/ports/model.ts"
import type { Database } from "../../src/stores/postgres/database.ts"
import { JobQueues } from "../../src/stores/postgres/jobs/job-queue.ts"
import { rebuildProjections } from "../../src/stores/postgres/maintenance/rebuild-projections.ts"
import { localOrganisation } from "../../src/stores/postgres/organisation.ts"
import { PostgresDiscussionList } from "../../src/stores/postgres/postgres-discussion-list.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { databases } from "../support/databases.ts"

const defaults = { model: "test/model", seed: 1, language: "en", settings: {} }
const brief = scriptedModel({ id: "test/model", replies: ["One thing."] })
/** Where they discuss apart, it begins to speak and never ends. */
const pensive = scriptedModel({
  id: "test/model",
  replies: ({ view }) => (view.topic === "Why?" ? { chunks: ["Well "], ends: "hang" } : "One thing."),
})
const asked = { topic: "Why?", seats: ["Ann", "Bo"] }

async function engineOn(database: Database, { model = brief, workers = 10 }: { model?: Model; workers?: number } = {}) {
  const onError = (error: unknown) => {
    throw error
  }
  const jobs = await JobQueues.open({ pool: database.pool, embedded: database.embedded, onError })
  const models = () => ({ find: () => model })
  const engine = await DurableEngine.open({ database, jobs, models, clock: systemClock, workers, onError })
  return {
    context: engine.forOrganisation(localOrganisation),
    async close() {
      await engine.close(0)
      await jobs.close()
    },
  }
}

type Engine = Awaited<ReturnType<typeof engineOn>>

/** A panel of two models, which has begun. */
async function begun({ context }: Engine): Promise<string> {
  const discussionId = randomUUID()
  const seats = [{ name: "Ann" }, { name: "Bo" }]
  const table = resolveTable({ format: "panel", topic: "What first?", seats, options: { rounds: 2 } }, defaults)
  await start({ context, input: { discussionId, table } })
  return discussionId
}

async function toTheEnd({ context }: Engine, discussionId: string) {
  for await (const _ of follow(context, { discussionId }));
  return loadState(context.store, discussionId)
}

describe.each(databases)("a sub-discussion on $name", ({ open }) => {
  test("goes on when the process dies in which it runs, and wakes its parent [across.sub-discussion]", async () => {
    const database = await open()
    // Asked before anything runs: the parent would be over in a moment.
    const idle = await engineOn(database, { workers: 0 })
    const discussionId = await begun(idle)
    const child = await openSubDiscussion({ context: idle.context, input: { discussionId, request: asked } })
    await idle.close()
    const first = await engineOn(database, { model: pensive })
    for await (const event of follow(first.context, { discussionId: child.id })) if (event.type === "turn_chunk") break
    await first.close()
    const second = await engineOn(database)
    const parent = await toTheEnd(second, discussionId)
    expect(parent).toMatchObject({ status: "completed", subDiscussions: [{ status: "completed" }] })
    expect(parent.turns.filter(({ purpose }) => purpose === "sub-discussion")).toHaveLength(1)
    expect(parent.turns.filter(({ purpose }) => purpose === "turn")).toHaveLength(4)
    const { status, table } = await loadState(second.context.store, child.id)
    expect(status).toBe("completed")
    expect(table.parent).toMatchObject({ kind: "sub-discussion", discussionId })
    await second.close()
    const list = new PostgresDiscussionList({ database, organisationId: localOrganisation })
    const { discussions } = await list.list({ limit: 10 })
    expect(discussions.find(({ id }) => id === child.id)?.parent).toEqual({ kind: "sub-discussion", discussionId })
    expect(discussions.find(({ id }) => id === discussionId)?.parent).toBeNull()
    expect((await rebuildProjections(database)).differences).toEqual([])
  })

  test("is begun by the next process where one died between asking and beginning [across.sub-discussion]", async () => {
    const database = await open()
    const idle = await engineOn(database, { workers: 0 })
    const discussionId = await begun(idle)
    const { store } = idle.context
    const state = await loadState(store, discussionId)
    const opened = createSubDiscussion(state, asked, systemClock.now())
    const event: DiscussionEvent = { ...opened, seq: state.seq + 1, at: systemClock.now() }
    await store.append(discussionId, [event], { run: true })
    await expect(store.read(opened.data.discussionId)).rejects.toThrow(/there is no discussion/)
    await idle.close()
    const next = await engineOn(database)
    const parent = await toTheEnd(next, discussionId)
    expect(parent.turns[0]).toMatchObject({ id: "s1", purpose: "sub-discussion" })
    await next.close()
  })

  test("is taken back by the next process where one died before telling, and ended with its parent", async () => {
    const database = await open()
    const idle = await engineOn(database, { workers: 0 })
    const [told, stopped] = [await begun(idle), await begun(idle)]
    const { context } = idle
    const first = await openSubDiscussion({ context, input: { discussionId: told, request: asked } })
    const second = await openSubDiscussion({ context, input: { discussionId: stopped, request: asked } })
    await abort({ context, input: { discussionId: first.id } })
    await abort({ context, input: { discussionId: stopped } })
    expect((await loadState(context.store, told)).subDiscussions).toMatchObject([{ status: "running" }])
    await idle.close()
    const next = await engineOn(database, { model: pensive })
    const parent = await toTheEnd(next, told)
    expect(parent).toMatchObject({ status: "completed", subDiscussions: [{ status: "aborted" }] })
    expect((await toTheEnd(next, second.id)).status).toBe("aborted")
    await next.close()
  })
})
