import { describe, expect, test } from "vitest"
import { createApp } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import type { SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { rig } from "../e2e/server-rig.ts"
import { openTest, sharedLocations, type TestDatabase } from "../support/databases.ts"

const path = "/api/v1/discussions"

/** Makes the database report a full disk, and a disk with space again. */
async function fill({ kind, storage, query }: TestDatabase): Promise<() => Promise<unknown>> {
  if (kind === "SQLite") {
    const { database } = storage as SqliteStorage
    const limit = (pages: number) => database.read((sql) => sql.row(`PRAGMA max_page_count = ${pages}`))
    await limit(1)
    return () => limit(1_000_000)
  }
  await query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`)
  await query(
    "CREATE TRIGGER full_disk BEFORE INSERT ON discussion_events FOR EACH STATEMENT EXECUTE FUNCTION full_disk()",
  )
  return () => query("DROP TRIGGER full_disk ON discussion_events")
}

describe.each(["SQLite", "PostgreSQL"] as const)("a full disk under %s", (kind) => {
  test("delays discussions, ends none, and is reported to clients and health checks [data.full-disk]", async () => {
    const location = await sharedLocations[kind]()
    let goOn = () => {}
    let asked = 0
    const script = scriptedModel({ id: "test/slow", replies: () => `Words. ${"x".repeat(20_000)}` })
    const model = {
      ...script,
      async *stream(...call: Parameters<typeof script.stream>) {
        if (asked++ === 0) await new Promise<void>((resolve) => (goOn = resolve))
        yield* script.stream(...call)
      },
    }
    const options = { location, config: parseConfig({}), env: {}, workers: 10, paced: false, isLocal: true }
    const app = await createApp({ ...options, own: [model], onError: () => {} })
    const server = rig({ services: app.services })
    const other = await openTest(location)
    const database = kind === "SQLite" ? { ...other, storage: app.storage } : other
    const seats = [{ model: "test/slow" }, { model: "test/slow" }]
    const body = { format: "panel", topic: "x", seats, options: { rounds: 1 } }
    const { id } = (await server.call("POST", path, body)).body.discussion
    await expect.poll(() => asked).toBe(1)
    const free = await fill(database)
    goOn()
    const large = { ...body, topic: "y".repeat(10_000) }
    const refuse = () => server.call("POST", path, large)
    await expect.poll(async () => (await refuse()).status, { timeout: 30_000, interval: 200 }).toBe(503)
    expect((await refuse()).body.error).toMatchObject({ code: "DATABASE_UNAVAILABLE", message: /disk is full/ })
    // A small write that needs no new page may have succeeded in between.
    const readyAfterRefusal = () => refuse().then(() => server.call("GET", "/health/ready"))
    await expect.poll(readyAfterRefusal).toMatchObject({ status: 503, body: { checks: { writes: "failed" } } })
    // A process that cannot write releases the job for another claim.
    const held = (await server.call("GET", `${path}/${id}`)).body.discussion.status
    expect(["running", "queued"]).toContain(held)
    await free()
    const status = async () => (await server.call("GET", `${path}/${id}`)).body.discussion.status
    await expect.poll(status, { timeout: 60_000, interval: 200 }).toBe("completed")
    await other.storage.close()
    await app.close(0)
  }, 120_000)
})
