import { randomUUID } from "node:crypto"
import { expect, onTestFinished, test } from "vitest"
import { listText } from "../../src/cli/commands/list.ts"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { discussionStarted } from "../../src/core/steps/lifecycle.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { createApp } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { httpClient, mcpServer } from "../e2e/mcp-rig.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const defaults = { model: "rehearsal/auto", seed: 1, language: "en", roundsCeiling: 10, settings: {} }

test.each(["SQLite", "PostgreSQL"] as const)(
  "on %s a client with many hanging discussions does not delay others, and queued ones have a position [access.fair]",
  async (kind) => {
    const { storage } = await openTest(await sharedLocations[kind]())
    const { discussions, list } = storage.organisation(localOrganisationId)
    const start = async (startedBy: string) => {
      const id = randomUUID()
      const table = { ...resolveTable({ format: "duet", topic: "x" }, defaults), startedBy }
      const created: DiscussionEvent = { type: "discussion_created", data: { table }, seq: 1, at: 1 }
      const started = { ...discussionStarted(table), seq: 2, at: 1 } as DiscussionEvent
      await discussions.append(id, [created, started], { run: true })
      return id
    }
    const running: string[] = []
    const greedy: string[] = []
    for (let index = 0; index < 30; index++) greedy.push(await start("greedy"))
    await storage.runs.work({
      concurrency: 10,
      async run({ discussionId }, { now }) {
        running.push(discussionId)
        await new Promise((resolve) => now.addEventListener("abort", resolve))
        return { seq: 1 }
      },
      onFailure: async () => {},
      onError: () => {},
    })
    await expect.poll(() => running.length).toBe(10)
    const modest = await start("modest")
    await expect.poll(() => running).toContain(modest)
    expect(running).toHaveLength(11)
    const waiting = greedy.filter((id) => !running.includes(id))
    const places = waiting.map((_, index) => index + 1)
    // A job counts as queued only after a moment.
    await expect
      .poll(async () => (await Promise.all(waiting.map((id) => list.placeOf(id)))).toSorted((a, b) => a! - b!))
      .toEqual(places)
    expect(await list.placeOf(modest)).toBeUndefined()
    expect(await storage.runs.countQueued()).toBe(waiting.length)
    const queued = (await list.list({ status: "queued", limit: 100 })).discussions
    expect(queued.map(({ id }) => id).toSorted()).toEqual(waiting.toSorted())
    expect(queued.map(({ queue }) => queue?.place).toSorted((a, b) => a! - b!)).toEqual(places)
    const taken = (await list.list({ status: "running", limit: 100 })).discussions
    expect(taken.map(({ id }) => id).toSorted()).toEqual(running.toSorted())
    expect(taken.every(({ queue }) => queue === undefined)).toBe(true)
    expect(await list.get(waiting[0]!)).toMatchObject({ status: "queued", queue: { place: expect.any(Number) } })
    // The queue shows nothing about other organisations.
    const strangers = storage.organisation(randomUUID()).list
    expect(await strangers.placeOf(waiting[0]!)).toBeUndefined()
    await storage.runs.stop(0)
    await storage.close()
  },
  60_000,
)

test.each(["SQLite", "PostgreSQL"] as const)(
  "on %s a discussion that waits for a worker is shown as queued, with its position, at every interface [access.fair]",
  async (kind) => {
    const location = await sharedLocations[kind]()
    const onError = (error: unknown) => console.error(error)
    const options = { location, config: parseConfig({}), env: {}, workers: 0, paced: false, isLocal: true, onError }
    const app = await createApp(options)
    onTestFinished(() => app.close(0))
    const server = await mcpServer({ services: app.services })
    const path = "/api/v1/discussions"
    const start = async (body: object) => (await server.call("POST", path, { seed: 1, ...body })).body.discussion.id
    const first = await start({ format: "duet", topic: "First?" })
    const people = [{ name: "Ann", kind: "human" }, { name: "Ben" }]
    const second = await start({ format: "panel", topic: "Second?", seats: people })
    const held = await start({ format: "duet", topic: "Held?", start: false })

    const shown = async (id: string) => (await server.call("GET", `${path}/${id}`)).body
    await expect.poll(() => shown(second)).toMatchObject({ discussion: { status: "queued" }, queue: { place: 2 } })
    expect(await shown(first)).toMatchObject({ discussion: { status: "queued" }, queue: { place: 1 } })
    const { discussion, queue } = await shown(held)
    expect([discussion.status, queue]).toEqual(["queued", undefined])
    expect((await server.call("GET", `${path}/${second}/summary`)).body.discussion).toMatchObject({
      status: "queued",
      queue: { place: 2 },
    })
    expect((await server.call("GET", `${path}/${second}/seats/ann/prompt`)).body.status).toBe("queued")
    const { discussions } = (await server.call("GET", `${path}?status=queued`)).body
    expect(discussions.map(({ id }: { id: string }) => id)).toEqual([held, second, first])
    expect((await server.call("GET", `${path}?status=running`)).body.discussions).toEqual([])
    expect(listText(discussions, 120)).toMatch(/ queued +Held\?\n.* queued \(2\) +Second\?\n.* queued \(1\) +First\?/)

    const client = await httpClient(server.url, "2026-07-28")
    const got = await client.callTool({ name: "get_discussion", arguments: { id: second, wait: 0 } })
    expect(got.structuredContent).toMatchObject({ status: "queued", next: expect.stringContaining("at place 2") })
  },
  60_000,
)
