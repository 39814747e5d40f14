import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { WalSync } from "./wal-sync.ts"

const folder = mkdtempSync(join(tmpdir(), "conclave-sync-"))
writeFileSync(join(folder, "db-wal"), "committed")
// /dev/null cannot be synced.
symlinkSync("/dev/null", join(folder, "failing-wal"))
afterAll(() => rmSync(folder, { recursive: true }))

/** A log on a disk whose syncs take this long, by a fake clock. */
function logOn({ syncMs, name = "db" }: { syncMs: number; name?: string }) {
  let now = 0
  return new WalSync(join(folder, name), () => (now += syncMs))
}

/** Whether it was synced before the call returned. */
async function isSyncedInPlace(log: WalSync, isAlone = true): Promise<boolean> {
  let isBack = false
  return await new Promise((resolve, reject) => {
    log.afterSync((error) => (error ? reject(error) : resolve(!isBack)), isAlone)
    isBack = true
  })
}

describe("syncs of the log", () => {
  test("run in place after 32 lone, quick syncs in a row, until one is not alone", async () => {
    const log = logOn({ syncMs: 0.2 })
    for (let time = 0; time < 32; time++) expect(await isSyncedInPlace(log)).toBe(false)
    expect(await isSyncedInPlace(log)).toBe(true)
    expect(await isSyncedInPlace(log, false)).toBe(false)
    expect(await isSyncedInPlace(log)).toBe(false)
    await log.close()
  })

  test("never block the event loop on a slow disk", async () => {
    const log = logOn({ syncMs: 3 })
    for (let time = 0; time < 80; time++) expect(await isSyncedInPlace(log)).toBe(false)
    await log.close()
  })

  test("report failures, in place or not", async () => {
    const log = logOn({ syncMs: 0.2, name: "failing" })
    for (let time = 0; time < 40; time++) await expect(isSyncedInPlace(log)).rejects.toThrow("EINVAL")
    await log.close()
  })
})

test("a deleted log is noticed by the first check after 20 ms", () => {
  let now = 0
  const path = join(folder, "deleted")
  writeFileSync(`${path}-wal`, "committed")
  const log = new WalSync(path, () => now)
  log.expectFiles()
  rmSync(`${path}-wal`)
  now = 20
  expect(() => log.expectFiles()).toThrow("deleted or replaced")
})
