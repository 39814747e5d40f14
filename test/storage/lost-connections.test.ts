import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from "node:net"
import { PgBoss } from "pg-boss"
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { JobQueues } from "../../src/stores/postgres/jobs/job-queue.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import { timeOutPrompts } from "../../src/stores/postgres/squad/postgres-squad-store.ts"
import { freshDatabase, startPostgres } from "../support/postgres.ts"

const event = (seq: number, at = seq): DiscussionEvent => ({
  type: "discussion_paused",
  data: { reason: "person" },
  seq,
  at,
})

describe("a connection that is cut", () => {
  let proxy: Server
  let database: Database
  let store: PostgresDiscussionStore
  let url: string
  const sockets = new Set<Socket>()
  /** The effect on the next bytes sent. */
  let cut: "no" | "before it arrives" | "before it is answered" = "no"

  beforeEach(async () => {
    url = await freshDatabase(inject("postgresUrl"))
    const real = new URL(url)
    proxy = createServer((client) => {
      const server = dial(Number(real.port), real.hostname)
      const end = () => {
        client.destroy()
        server.destroy()
      }
      for (const socket of [client, server]) sockets.add(socket.on("error", end).on("close", end))
      client.on("data", (bytes) => {
        if (cut === "before it arrives") {
          cut = "no"
          end()
        } else server.write(bytes)
      })
      server.on("data", (bytes) => {
        if (cut === "before it is answered") {
          cut = "no"
          end()
        } else client.write(bytes)
      })
    }).listen(0, "127.0.0.1")
    await once(proxy, "listening")
    const through = new URL(url)
    through.port = String((proxy.address() as AddressInfo).port)
    database = await openDatabase(through.href)
    store = new PostgresDiscussionStore({ database, organisationId: localOrganisationId })
  })
  afterEach(async () => {
    await database.close()
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })

  test.each(["before it arrives", "before it is answered"] as const)(
    "%s: an append is made once, and reported as successful [data.once]",
    async (when) => {
      const id = randomUUID()
      for (let seq = 1; seq < 4; seq++) {
        cut = when
        await store.append(id, [event(seq)])
        expect(cut).toBe("no")
      }
      expect(await store.read(id)).toEqual([event(1), event(2), event(3)])
    },
  )

  test("an append whose position was taken meanwhile is a conflict [data.once]", async () => {
    const id = randomUUID()
    await store.append(id, [event(1)])
    const direct = await openDatabase(url)
    await new PostgresDiscussionStore({ database: direct, organisationId: localOrganisationId }).append(id, [
      event(2, 99),
    ])
    await direct.close()
    cut = "before it arrives"
    await expect(store.append(id, [event(2)])).rejects.toMatchObject({ code: "CONFLICT", recoverable: true })
    expect(await store.read(id)).toEqual([event(1), event(2, 99)])
  })

  test("a read is retried; work that must not be repeated is a recoverable error", async () => {
    const id = randomUUID()
    await store.append(id, [event(1)])
    cut = "before it is answered"
    expect(await store.read(id)).toHaveLength(1)
    cut = "before it is answered"
    const work = database.transaction(localOrganisationId, (client) => client.query("SELECT 1"))
    await expect(work).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE", recoverable: true })
    expect(cut).toBe("no")
    cut = "before it is answered"
    await expect(timeOutPrompts(database)).rejects.toMatchObject({ code: "DATABASE_UNAVAILABLE", recoverable: true })
  })
})

test("the job queues report their failures as errors, but not every second that the database is unavailable", async () => {
  const database = await openDatabase(await freshDatabase(inject("postgresUrl")))
  const { pool } = database
  const reported: unknown[] = []
  const on = vi.spyOn(PgBoss.prototype, "on")
  const queues = await JobQueues.open({ pool, onError: (error) => reported.push(error) })
  let failures = 0
  pool.connect = () => {
    failures++
    return Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }))
  }
  await expect.poll(() => failures, { timeout: 10_000 }).toBeGreaterThan(2)
  // pg-boss copies the errors of its queue cache into plain objects.
  const report = on.mock.calls.find(([event]) => event === "error")![1] as (error: object) => void
  report({ message: "connect", stack: "", code: "ECONNREFUSED" })
  expect(reported).toEqual([])
  report({ message: "permission denied", stack: "", code: "42501" })
  expect(reported).toEqual([expect.any(Error)])
  expect(reported).toMatchObject([{ message: "permission denied" }])
  on.mockRestore()
  await queues.close()
  await database.close()
})

test("writers continue through restarts of PostgreSQL, and every event is stored once [data.once]", async () => {
  const server = await startPostgres("fsync=off")
  const database = await openDatabase(server.url)
  try {
    const store = new PostgresDiscussionStore({ database, organisationId: localOrganisationId })
    const ids = Array.from({ length: 4 }, () => randomUUID())
    let isRestarting = true
    const lengths = Promise.all(
      ids.map(async (id) => {
        let seq = 0
        while (isRestarting || seq < 20) await store.append(id, [event(++seq)])
        return seq
      }),
    )
    for (let times = 0; times < 3; times++) await server.restart()
    isRestarting = false
    const written = await lengths
    for (const [index, id] of ids.entries()) {
      expect((await store.read(id)).map(({ seq }) => seq)).toEqual(
        Array.from({ length: written[index]! }, (_, at) => at + 1),
      )
    }
  } finally {
    await database.close()
    await server.stop()
  }
})
