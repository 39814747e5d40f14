import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, inject, test } from "vitest"
import { seededRandom } from "../../src/core/random.ts"
import type { StorageLocation } from "../../src/main/open-storage.ts"
import { openTest } from "../support/databases.ts"
import { freshDatabase } from "../support/postgres.ts"
import { allLogs, checkLogs, checkSeen, maxInterruptions } from "./check-discussions.ts"
import type { Line } from "./discussing-process.ts"
import { startDiscussing } from "./processes.ts"

/** Number of kills; a hundred in `npm run chaos`. */
const kills = Number(process.env.CHAOS_KILLS ?? 3)
const discussions = 4 * Math.ceil(kills / 5)

async function killRepeatedly(location: StorageLocation): Promise<void> {
  const random = seededRandom(kills)
  const seen: Line[] = []
  let done = false
  for (let kill = 0; kill < kills && !done; kill++) {
    const process = startDiscussing({ location, discussions })
    // Before it starts, while it starts, or while it runs discussions.
    if (random() < 0.8) await process.saw("ready")
    await new Promise((resolve) => setTimeout(resolve, random() * 700))
    await process.kill()
    seen.push(...process.lines)
    done = process.lines.some(({ kind }) => kind === "over")
  }
  const last = startDiscussing({ location, discussions })
  expect([await last.gone, last.errors()]).toEqual([0, ""])
  seen.push(...last.lines)
  const database = await openTest(location)
  const logs = await allLogs(database)
  expect(logs.size).toBe(discussions)
  checkLogs(logs)
  checkSeen(logs, seen)
  expect(maxInterruptions(logs)).toBeLessThanOrEqual(kills)
  await database.storage.close()
}

test("killed at any moment, the embedded database loses nothing and all discussions end [data.survives-kill]", async () => {
  const folder = await mkdtemp(join(tmpdir(), "conclave-chaos-"))
  await killRepeatedly({ data: join(folder, "data") })
  await rm(folder, { recursive: true, force: true })
})

test("killed at any moment, a server loses nothing and all discussions end [data.survives-kill] [data.goes-on]", async () => {
  await killRepeatedly({ url: await freshDatabase(inject("postgresUrl")) })
})
