import { fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { join } from "node:path"
import { describe, expect, onTestFinished, test, vi } from "vitest"
import { fold, isOver } from "../../src/core/discussion/fold.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { follow } from "../../src/engine/live/follower.ts"
import { createWithTable } from "../../src/engine/verbs/create-with-table.ts"
import { DurableEngine } from "../../src/main/durable-engine.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { Model } from "../../src/ports/model.ts"
import { openTest, sharedLocations } from "../support/databases.ts"

const hourMs = 3_600_000
const realNow = Date.now

/** A wall clock that can be set; timers continue as on a real machine. */
function settableClock() {
  let offMs = 0
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + offMs)
  onTestFinished(() => void vi.restoreAllMocks())
  const set = (ms: number) => {
    offMs = ms
  }
  return { set, clock: { ...systemClock, now: () => Date.now() } }
}

describe.each(["SQLite", "PostgreSQL"] as const)("a clock that is set while discussions run on %s", (kind) => {
  test.each([
    ["forward", 3],
    ["back", -5],
  ])("%s by hours: every turn occurs once and is stored, and none has a negative duration", async (_, hours) => {
    const { set, clock } = settableClock()
    const { storage } = await openTest(await sharedLocations[kind](), clock)
    let said = 0
    const model: Model = {
      id: "test/model",
      structured: false,
      async *stream() {
        if (++said === 4) set(hours * hourMs)
        yield { type: "text", text: `Statement ${said}.` }
        yield { type: "finish", reason: "stop", usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 } }
      },
    }
    const onError = (error: unknown) => {
      throw error
    }
    const models = () => ({ find: () => model })
    const engine = await DurableEngine.open({ storage, models, clock, workers: 4, onError })
    onTestFinished(async () => {
      await engine.close(0)
      await storage.close()
    })
    const context = engine.forOrganisation(localOrganisationId)
    const request = { format: "panel", topic: "When?", record: false, options: { rounds: 3, turnsPerRun: 0, stop: [] } }
    const table = resolveTable(request, { model: "test/model", seed: 1, language: "en", settings: {} })
    const begin = async () => {
      const discussionId = randomUUID()
      await createWithTable({ context, input: { discussionId, table } })
      for await (const event of follow(context, { discussionId })) void event
      const events = await context.store.read(discussionId)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
      return fold(discussionId, events)
    }
    // The second starts after it, in the same process.
    for (const state of [await begin(), await begin()]) {
      expect(isOver(state.status) && state.turns.map(({ id }) => id)).toEqual(
        Array.from({ length: 9 }, (_, index) => `t${index + 1}`),
      )
      expect(state.turns.every(({ durationMs }) => durationMs >= 0)).toBe(true)
    }
  })
})

test("a job scheduled before the clock was set back runs at once [data.goes-on]", async () => {
  const { set, clock } = settableClock()
  const location = await sharedLocations.SQLite()
  const data = "data" in location ? location.data : ""
  const { storage } = await openTest(location, clock)
  set(3 * hourMs)
  const id = randomUUID()
  const event = { type: "discussion_paused", data: { reason: "person" }, seq: 1, at: 1 } as const
  await storage.organisation(localOrganisationId).discussions.append(id, [event], { run: true })
  await storage.close()
  const runner = fork(join(import.meta.dirname, "claim-jobs.ts"), [data], { execArgv: [] })
  onTestFinished(() => void runner.kill("SIGKILL"))
  expect(await once(runner, "message")).toEqual([id, undefined])
})

test("rows written after the clock was set back have its new time", async () => {
  const { set, clock } = settableClock()
  const { storage } = await openTest({ data: "memory" }, clock)
  onTestFinished(() => storage.close())
  const { projects } = storage.organisation(localOrganisationId)
  const create = async () =>
    Date.parse((await projects.create({ name: "One", description: null, participants: [] })).createdAt)
  set(2 * hourMs)
  const before = await create()
  set(0)
  expect(before - (await create())).toBeGreaterThan(hourMs)
})

test("a delivery scheduled before the clock was set back is sent; one that waits for a retry still waits", async () => {
  const { storage, query } = await openTest({ data: "memory" })
  onTestFinished(() => storage.close())
  const { webhooks } = storage.organisation(localOrganisationId)
  const events = ["discussion.completed"] as const
  const { id } = await webhooks.create({ url: "https://example.org/", events: [...events], secret: "s" } as never)
  const insert = `INSERT INTO webhook_deliveries (id, organisation_id, webhook_id, event, body, due_at) VALUES ($1, $2, $3, $4, '{}', $5)`
  const due = (ms: number) => new Date(realNow() + ms).toISOString()
  await query(insert, ["later", localOrganisationId, id, events[0], due(0.4 * hourMs)])
  expect(await storage.outbox.claim(10, 1_000)).toEqual([])
  await query("UPDATE webhook_deliveries SET due_at = $1", [due(3 * hourMs)])
  expect(await storage.outbox.nextDueMs()).toBe(0)
  expect((await storage.outbox.claim(10, 1_000)).map((delivery) => delivery.id)).toEqual(["later"])
})
