import { ManualClock } from "conclave/testing"
import { expect, test } from "vitest"
import { sleep } from "./clock.ts"

test("a sleep ends after its time, on abort, and at once if the signal is aborted already", async () => {
  const clock = new ManualClock(0)
  const ended: string[] = []
  const abort = new AbortController()
  const sleeps = [
    sleep(clock, 10, new AbortController().signal).then(() => ended.push("time")),
    sleep(clock, 60_000, abort.signal).then(() => ended.push("abort")),
    sleep(clock, 60_000, AbortSignal.abort()).then(() => ended.push("aborted already")),
  ]
  await sleeps[2]
  expect(ended).toEqual(["aborted already"])
  await clock.advance(10)
  abort.abort()
  await Promise.all(sleeps)
  expect(ended).toEqual(["aborted already", "time", "abort"])
})
