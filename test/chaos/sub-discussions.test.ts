import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, inject, test } from "vitest"
import { fold } from "../../src/core/discussion/fold.ts"
import { seededRandom } from "../../src/core/random.ts"
import type { StorageLocation } from "../../src/main/open-storage.ts"
import { openTest } from "../support/databases.ts"
import { freshDatabase } from "../support/postgres.ts"
import { allLogs, checkLogs } from "./check-discussions.ts"
import { startDiscussing } from "./processes.ts"

const kills = Number(process.env.CHAOS_KILLS ?? 2)
const discussions = 4 * Math.ceil(kills / 5)

/** Every discussion has one sub-discussion, which starts once and reports back once, whichever process was killed. */
async function killRepeatedly(location: StorageLocation): Promise<void> {
  const random = seededRandom(kills, "sub-discussions")
  for (let kill = 0; kill < kills; kill++) {
    const process = startDiscussing({ location, discussions, apart: true })
    await process.saw("ready")
    await new Promise((resolve) => setTimeout(resolve, random() * 700))
    await process.kill()
  }
  const last = startDiscussing({ location, discussions, apart: true })
  expect([await last.gone, last.errors()]).toEqual([0, ""])
  const database = await openTest(location)
  const logs = await allLogs(database)
  expect(logs.size).toBe(2 * discussions)
  checkLogs(logs)
  const parents = [...logs].map(([id, events]) => fold(id, events)).filter(({ table }) => !table.parent)
  for (const { id, subDiscussions, turns } of parents) {
    expect(subDiscussions).toMatchObject([{ id: "s1", status: "completed" }])
    expect(turns.filter(({ purpose }) => purpose === "sub-discussion")).toHaveLength(1)
    expect(fold("child", logs.get(subDiscussions[0]!.discussionId)!).table.parent?.discussionId).toBe(id)
  }
  await database.storage.close()
}

test("killed at any moment on the embedded database, sub-discussions start once and return once [across.sub-discussion]", async () => {
  const folder = await mkdtemp(join(tmpdir(), "conclave-chaos-"))
  await killRepeatedly({ data: join(folder, "data") })
  await rm(folder, { recursive: true, force: true })
})

test("killed at any moment on a server, sub-discussions start once and return once [across.sub-discussion]", async () => {
  await killRepeatedly({ url: await freshDatabase(inject("postgresUrl")) })
})
