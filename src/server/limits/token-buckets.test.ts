import fc from "fast-check"
import { expect, test } from "vitest"
import { ManualClock } from "../../testing/index.ts"
import { TokenBuckets } from "../access/authorizer.ts"

test("a bucket allows its capacity at once, then its refill rate, and reports the delay [access.limits]", async () => {
  const clock = new ManualClock()
  const buckets = new TokenBuckets(clock)
  const first = Array.from({ length: 3 }, () => buckets.take("a", 3))
  expect(first.map(({ taken, left }) => [taken, left])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
  ])
  expect(buckets.take("a", 3)).toEqual({ taken: false, left: 0, fullInSeconds: 60, nextInSeconds: 20 })
  await clock.advance(20_000)
  expect(buckets.take("a", 3)).toMatchObject({ taken: true, left: 0 })
  expect(buckets.take("a", 3)).toMatchObject({ taken: false })
  expect(buckets.take("b", 3)).toMatchObject({ taken: true, left: 2 })
})

test("a client that waits for the reported delay is allowed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 59_999 }), async (rate, ms) => {
      const clock = new ManualClock()
      const buckets = new TokenBuckets(clock)
      for (let time = 0; time < rate; time++) buckets.take("a", rate)
      await clock.advance(ms)
      while (buckets.take("a", rate).taken);
      const { nextInSeconds } = buckets.take("a", rate)
      expect(nextInSeconds).toBeGreaterThan(0)
      await clock.advance(nextInSeconds * 1_000)
      expect(buckets.take("a", rate).taken).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test("within any minute at most twice the rate is allowed", async () => {
  const step = fc.record({ wait: fc.integer({ min: 0, max: 3_000 }), tries: fc.integer({ min: 1, max: 40 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const clock = new ManualClock()
      const buckets = new TokenBuckets(clock)
      const given: number[] = []
      for (const { wait, tries } of steps) {
        await clock.advance(wait)
        for (let time = 0; time < tries; time++) if (buckets.take("a", 20).taken) given.push(clock.now())
      }
      for (const from of given) {
        expect(given.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(40)
      }
    }),
    { numRuns: 30 },
  )
})

test("full buckets are dropped", async () => {
  const clock = new ManualClock()
  const buckets = new TokenBuckets(clock)
  for (let name = 0; name < 1_000; name++) buckets.take(`client ${name}`, 10)
  await clock.advance(30_000)
  buckets.take("still here", 10)
  expect(buckets.size).toBe(1_001)
  await clock.advance(40_000)
  buckets.take("new", 10)
  expect(buckets.size).toBe(2)
})
