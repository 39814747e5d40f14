import { expect, test } from "vitest"
import { ConclaveError } from "../../core/errors.ts"
import { ManualClock } from "../../testing/index.ts"
import { type Claim, JobWorker } from "./job-worker.ts"

test("a failed job is reported and released for a retry, without a report if the database was only unavailable", async () => {
  const clock = new ManualClock()
  const failures = [new Error("a fault of ours"), new ConclaveError("DATABASE_UNAVAILABLE", "away")]
  const waiting: Claim<number>[] = [0, 1].map((data) => ({ id: `job ${data}`, retryCount: 0, data }))
  const released: string[] = []
  const told: unknown[] = []
  const worker = new JobWorker<number, void>({
    claims: {
      claim: async () => waiting.splice(0),
      renew: async () => [],
      release: async ({ id }) => void released.push(id),
      settle: async () => {},
    },
    concurrency: 5,
    work: (index) => Promise.reject(failures[index]),
    onError: (error) => told.push(error),
    clock,
  })
  await clock.advance(1_500)
  expect(told).toEqual([failures[0]])
  expect(released.toSorted()).toEqual(["job 0", "job 1"])
  expect(worker.size).toBe(0)
  await worker.stop(0)
})

test("a worker whose clock was set back polls as soon as it is woken", async () => {
  const timers = new ManualClock()
  let backMs = 0
  const clock = { now: () => timers.now() - backMs, after: timers.after.bind(timers) }
  let looks = 0
  const claims = {
    async claim() {
      looks++
      return []
    },
    renew: async () => [],
    release: async () => {},
    settle: async () => {},
  }
  const worker = new JobWorker<number, void>({ claims, concurrency: 5, work: async () => {}, onError: () => {}, clock })
  await timers.advance(100)
  const before = looks
  backMs = 3 * 3_600_000
  worker.wake()
  await timers.advance(1_000)
  expect(looks).toBeGreaterThan(before)
  await worker.stop(0)
})
