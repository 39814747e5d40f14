import { describe, expect, test } from "vitest"
import { settled } from "../../testing/index.ts"
import { LocalRunner } from "./local-runner.ts"

/** A runner whose loops end when they are told to. */
function runnerOf() {
  const begun: string[] = []
  const crashes: unknown[] = []
  const ends: (() => void)[] = []
  const fails: ((error: Error) => void)[] = []
  const signals: AbortSignal[] = []
  const runner = new LocalRunner(
    (id, signal) =>
      new Promise<void>((resolve, reject) => {
        begun.push(id)
        ends.push(resolve)
        fails.push(reject)
        signals.push(signal)
      }),
    (_, error) => crashes.push(error),
  )
  return { runner, begun, crashes, ends, fails, signals }
}

describe("the local runner", () => {
  test("runs a discussion by one loop at a time, and once more if it was scheduled meanwhile", async () => {
    const { runner, begun, ends } = runnerOf()
    runner.schedule("d1")
    runner.schedule("d1")
    runner.schedule("d1")
    expect(begun).toEqual(["d1"])
    ends[0]!()
    await settled()
    expect(begun).toEqual(["d1", "d1"])
    ends[1]!()
    await settled()
    expect(begun).toEqual(["d1", "d1"])
    runner.schedule("d1")
    expect(begun).toHaveLength(3)
  })

  test("runs different discussions side by side", () => {
    const { runner, begun } = runnerOf()
    runner.schedule("d1")
    runner.schedule("d2")
    expect(begun).toEqual(["d1", "d2"])
  })

  test("tells of a loop that crashed, and can run its discussion again", async () => {
    const { runner, begun, crashes, fails } = runnerOf()
    runner.schedule("d1")
    const error = new Error("broken")
    fails[0]!(error)
    await settled()
    expect(crashes).toEqual([error])
    runner.schedule("d1")
    expect(begun).toHaveLength(2)
  })

  test("stopping tells all loops, and starts no other", async () => {
    const { runner, begun, signals, ends } = runnerOf()
    runner.schedule("d1")
    runner.schedule("d1")
    runner.stop()
    expect(signals[0]!.aborted).toBe(true)
    ends[0]!()
    await settled()
    runner.schedule("d2")
    expect(begun).toEqual(["d1"])
  })
})
