import { randomUUID } from "node:crypto"
import { describe, expect, onTestFinished, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { discussionStarted } from "../../src/core/steps/lifecycle.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { PostgresStorage } from "../../src/stores/postgres/open-postgres.ts"
import type { DurableRuns } from "../../src/stores/postgres/running/durable-runs.ts"
import { locations, openTest } from "../support/databases.ts"

const input = { format: "duet", topic: "Now?", seats: [{ name: "Ada" }, { name: "Bo" }] }
const table = resolveTable(input, { model: "test/model", seed: 1, language: "en", settings: {} })

function beginning(projectId?: string): DiscussionEvent[] {
  const own = { ...table, ...(projectId !== undefined && { projectId }) }
  return [
    { type: "discussion_created", data: { table: own }, seq: 1, at: 1 },
    { ...discussionStarted(own), seq: 2, at: 1 } as DiscussionEvent,
  ]
}

describe.each(["SQLite", "PostgreSQL"] as const)("discussions created at the same time on %s", (kind) => {
  test("are all stored and run once, even if one of them is refused or existed before", async () => {
    const { storage } = await openTest(await locations[kind]())
    onTestFinished(() => storage.close())
    const { discussions } = storage.organisation(localOrganisationId)
    const before = randomUUID()
    await discussions.append(before, beginning())
    const ids = Array.from({ length: 450 }, () => randomUUID())
    const begun = await Promise.allSettled([
      ...ids.map((id) => discussions.append(id, beginning(), { run: true })),
      discussions.append(before, beginning(), { run: true }),
      discussions.append(randomUUID(), beginning(randomUUID()), { run: true }),
    ])
    expect(begun.slice(0, ids.length).every(({ status }) => status === "fulfilled")).toBe(true)
    expect(begun.slice(ids.length).map((each) => each.status === "rejected" && each.reason.code)).toEqual([
      "CONFLICT",
      "NOT_FOUND",
    ])
    expect((await discussions.read(ids[7]!)).map(({ type }) => type)).toEqual([
      "discussion_created",
      "discussion_started",
    ])
    const run: string[] = []
    await storage.runs.work({
      concurrency: 1_000,
      run: async ({ discussionId }) => {
        run.push(discussionId)
        return { seq: 2 }
      },
      onFailure: async () => {},
      onError: (error) => run.push(String(error)),
    })
    await expect.poll(() => ids.every((id) => run.includes(id))).toBe(true)
    await storage.runs.stop(0)
    expect(run.filter((id) => id !== before).toSorted()).toEqual(ids.toSorted())
  })
})

function pausing(seq: number): DiscussionEvent[] {
  return [{ type: "discussion_paused", data: { reason: "person" }, seq, at: seq }]
}

test("concurrent appends on PostgreSQL share a few commits, and a refused one does not block the others", async () => {
  const { storage } = await openTest(await locations.PostgreSQL())
  onTestFinished(() => storage.close())
  const { discussions } = storage.organisation(localOrganisationId)
  const ids = Array.from({ length: 150 }, () => randomUUID())
  await Promise.all(ids.map((id) => discussions.append(id, beginning())))
  const added = await Promise.allSettled([
    ...ids.map((id) => discussions.append(id, pausing(3))),
    discussions.append(ids[0]!, pausing(3)),
    discussions.append(randomUUID(), beginning(randomUUID())),
  ])
  expect(added.map((each) => (each.status === "rejected" ? each.reason.code : "added"))).toEqual([
    ...ids.map(() => "added"),
    ...["CONFLICT", "NOT_FOUND"],
  ])
  await Promise.all(ids.map((id) => discussions.append(id, pausing(4))))
  const { pool } = (storage as PostgresStorage).database
  const { rows } = await pool.query(
    "SELECT count(DISTINCT xmin::text)::int AS commits FROM discussion_events WHERE seq = 4",
  )
  expect(rows[0].commits).toBeLessThan(5)
})

test("completing runs while others are renewed does not deadlock", async () => {
  const { storage } = await openTest(await locations.PostgreSQL())
  onTestFinished(() => storage.close())
  const { discussions } = storage.organisation(localOrganisationId)
  const runs = storage.runs as DurableRuns
  await Promise.all(Array.from({ length: 200 }, () => discussions.append(randomUUID(), beginning(), { run: true })))
  const claims = await runs.claim(200)
  expect(claims).toHaveLength(200)
  const [ending, staying] = [claims.slice(0, 100), claims.slice(100)]
  await Promise.all([
    ...ending
      .toReversed()
      .flatMap((claim) => [runs.settle(claim, { seq: 2 }), runs.renew(claims)])
      .slice(0, 30),
    ...ending
      .toReversed()
      .slice(15)
      .map((claim) => runs.settle(claim, { seq: 2 })),
  ])
  expect(await runs.renew(staying)).toEqual([])
})
