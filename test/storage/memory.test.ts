import { randomUUID } from "node:crypto"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, onTestFinished, test } from "vitest"
import { localApi, readOnlyServices } from "../../src/main/local-api.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { locations, openTest } from "../support/databases.ts"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

async function megabytesInUse(): Promise<number> {
  // Finalizers, which may hold more memory, run in between.
  for (let time = 0; time < 3; time++) {
    collectGarbage()
    await new Promise(setImmediate)
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** The short form of `npm run soak`: reads 36 MB in all, so that a leak of a tenth is found. */
test.each(["SQLite", "PostgreSQL"] as const)("reads through the API on %s do not leak memory", async (kind) => {
  const { storage } = await openTest(await locations[kind]())
  onTestFinished(() => storage.close())
  const { discussions } = storage.organisation(localOrganisationId)
  const interjection = { id: "i1", author: "Kim", content: "word ".repeat(12_000), roundNumber: 0, timestamp: 1 }
  const id = randomUUID()
  await discussions.append(id, [{ type: "interjection", data: { interjection }, seq: 1, at: 1 }])
  const fetch = localApi(readOnlyServices(storage))
  const path = `/api/v1/discussions/${id}/events?limit=20`
  const read = async (times: number) => {
    for (let time = 0; time < times; time++) {
      const response = await fetch(path, { headers: { accept: "application/json" } })
      if (response.status !== 200) throw new Error(await response.text())
      await response.arrayBuffer()
    }
  }
  const readers = Array.from({ length: 6 })
  await Promise.all(readers.map(() => read(20)))
  const before = await megabytesInUse()
  await Promise.all(readers.map(() => read(100)))
  expect((await megabytesInUse()) - before).toBeLessThan(3)
})
