import { expect, test } from "vitest"
import { openTest, sharedLocations } from "../support/databases.ts"
import { databaseUrl, onServer, startPostgres } from "../support/postgres.ts"
import { allLogs, checkLogs, checkSeen, maxInterruptions } from "./check-discussions.ts"
import { type Discussing, startDiscussing } from "./processes.ts"

const isLong = Number(process.env.CHAOS_KILLS ?? 0) >= 100
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test.each(["SQLite", "PostgreSQL"] as const)(
  "workers on %s die one after the other, and the others finish their discussions [data.goes-on] [data.once]",
  async (kind) => {
    const [workers, discussions] = isLong ? [5, 200] : [3, 20]
    const location = await sharedLocations[kind]()
    const first = startDiscussing({ location, discussions })
    await first.saw("event")
    const all: Discussing[] = [first]
    const alive: Discussing[] = []
    let over = false
    const finished = first.gone.then(() => {
      over = true
    })
    let kills = 0
    while (!over) {
      while (alive.length < workers - 1) alive.push(startDiscussing({ location, discussions: 0, stay: true }))
      await Promise.race([pause(isLong ? 3_000 : 1_500), finished])
      if (over) break
      const victim = alive.shift()!
      all.push(victim)
      await victim.kill()
      kills++
    }
    expect([await first.gone, first.errors()]).toEqual([0, ""])
    await Promise.all(alive.map((worker) => worker.kill()))
    expect(kills).toBeGreaterThan(0)
    const database = await openTest(location)
    const logs = await allLogs(database)
    expect(logs.size).toBe(discussions)
    checkLogs(logs)
    for (const { lines } of [...all, ...alive]) checkSeen(logs, lines)
    expect(maxInterruptions(logs)).toBeLessThanOrEqual(kills)
    await database.storage.close()
  },
)

test("a database that restarts repeatedly delays discussions, and ends none [data.once]", async () => {
  const discussions = isLong ? 30 : 8
  const server = await startPostgres()
  await onServer(server.url, "CREATE DATABASE restarted")
  const location = { url: databaseUrl(server.url, "restarted") }
  const discussing = startDiscussing({ location, discussions })
  await discussing.saw("event")
  let over = false
  const finished = discussing.gone.then(() => {
    over = true
  })
  let restarts = 0
  for (; !over && restarts < (isLong ? 40 : 4); restarts++) {
    await server.restart()
    await Promise.race([pause(2_000), finished])
  }
  expect(await discussing.gone).toBe(0)
  expect(restarts).toBeGreaterThan(0)
  const database = await openTest(location)
  const logs = await allLogs(database)
  expect(logs.size).toBe(discussions)
  checkLogs(logs)
  checkSeen(logs, discussing.lines)
  await database.storage.close()
  await server.stop()
})
