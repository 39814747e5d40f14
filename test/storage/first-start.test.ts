import { randomUUID } from "node:crypto"
import { expect, inject, test } from "vitest"
import { openStorage } from "../../src/main/open-storage.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { databaseUrl, onServer } from "../support/postgres.ts"

/** `npm run faults` repeats it twenty times. */
const times = Number(process.env.FAULTS_STARTS ?? 1)

test(`${times} times, four processes that start at once on an empty server all start [data.both]`, async () => {
  const server = inject("postgresUrl")
  const faults: unknown[] = []
  for (let time = 0; time < times; time++) {
    const name = `empty_${randomUUID().replaceAll("-", "")}`
    await onServer(server, `CREATE DATABASE ${name}`)
    const location = { url: databaseUrl(server, name) }
    const open = () => openStorage(location, { clock: systemClock, onError: (error) => faults.push(error) })
    const opened = await Promise.allSettled(Array.from({ length: 4 }, open))
    for (const one of opened) if (one.status === "fulfilled") await one.value.close()
    expect(opened.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))).toEqual([])
  }
  expect(faults).toEqual([])
})
