import { expect, test } from "vitest"
import { ConclaveError } from "../../core/errors.ts"
import { ManualClock } from "../../testing/index.ts"
import { type Claim, JobWorker } from "./job-worker.ts"

test("a job that failed is told of and released for another try, and quietly so where the database was only away", async () => {
  const clock = new ManualClock()
  const failures = [new Error("a fault of ours"), new ConclaveError("DATABASE_UNAVAILABLE", "away")]
  const waiting: Claim<number>[] = [0, 1].map((data) => ({ id: `job ${data}`, retryCount: 0, data }))
  const released: string[] = []
  const told: unknown[] = []
  const worker = new JobWorker<number, void>({
    claims: {
      claim: async () => waiting.splice(0),
      keep: async () => [],
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
