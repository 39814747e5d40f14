import { describe, expect, test } from "vitest"
import { flushEventLoop, ManualClock } from "../../testing/index.ts"
import { LocalRunner } from "./local-runner.ts"

/** A runner whose loops end on request. */
function runnerOf() {
  const begun: string[] = []
  const crashes: unknown[] = []
  const ends: ((wakeAt?: number) => void)[] = []
  const fails: ((error: Error) => void)[] = []
  const signals: AbortSignal[] = []
  const clock = new ManualClock()
  const runner = new LocalRunner(
    clock,
    (id, signal) =>
      new Promise((resolve, reject) => {
        begun.push(id)
        ends.push((wakeAt) => resolve(wakeAt === undefined ? {} : { wakeAt }))
        fails.push(reject)
        signals.push(signal)
      }),
    (_, error) => crashes.push(error),
  )
  return { runner, clock, begun, crashes, ends, fails, signals }
}

describe("the local runner", () => {
  test("runs a discussion in one loop at a time, and once more if it was scheduled meanwhile", async () => {
    const { runner, begun, ends } = runnerOf()
    runner.schedule("d1")
    runner.schedule("d1")
    runner.schedule("d1")
    expect(begun).toEqual(["d1"])
    ends[0]!()
    await flushEventLoop()
    expect(begun).toEqual(["d1", "d1"])
    ends[1]!()
    await flushEventLoop()
    expect(begun).toEqual(["d1", "d1"])
    runner.schedule("d1")
    expect(begun).toHaveLength(3)
  })

  test("runs different discussions concurrently", () => {
    const { runner, begun } = runnerOf()
    runner.schedule("d1")
    runner.schedule("d2")
    expect(begun).toEqual(["d1", "d2"])
  })

  test("reports a crashed loop, and can run its discussion again", async () => {
    const { runner, begun, crashes, fails } = runnerOf()
    runner.schedule("d1")
    const error = new Error("broken")
    fails[0]!(error)
    await flushEventLoop()
    expect(crashes).toEqual([error])
    runner.schedule("d1")
    expect(begun).toHaveLength(2)
  })

  test("runs a waiting discussion again after its timeout, unless it has run before that", async () => {
    const { runner, clock, begun, ends } = runnerOf()
    runner.schedule("d1")
    ends[0]!(clock.now() + 1_000)
    await clock.advance(999)
    expect(begun).toHaveLength(1)
    await clock.advance(1)
    expect(begun).toHaveLength(2)
    ends[1]!(clock.now() + 1_000)
    await flushEventLoop()
    runner.schedule("d1")
    ends[2]!()
    await clock.advance(5_000)
    expect(begun).toHaveLength(3)
    expect(clock.untilNext).toBeUndefined()
  })

  test("a timeout longer than the maximum of a timer is split, and stopping cancels it", async () => {
    const { runner, clock, ends } = runnerOf()
    runner.schedule("d1")
    ends[0]!(clock.now() + 2 ** 40)
    await flushEventLoop()
    expect(clock.untilNext).toBe(2 ** 31 - 1)
    runner.stop()
    expect(clock.untilNext).toBeUndefined()
  })

  test("stopping notifies all loops, and starts no others", async () => {
    const { runner, begun, signals, ends } = runnerOf()
    runner.schedule("d1")
    runner.schedule("d1")
    runner.stop()
    expect(signals[0]!.aborted).toBe(true)
    ends[0]!()
    await flushEventLoop()
    runner.schedule("d2")
    expect(begun).toEqual(["d1"])
  })
})
