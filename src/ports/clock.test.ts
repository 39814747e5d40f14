import { expect, test } from "vitest"
import { type Clock, sleep } from "./clock.ts"

test("a sleep ends after its time, on abort, and at once if the signal is aborted already", async () => {
  const due: (() => void)[] = []
  const clock: Clock = {
    now: () => 0,
    after: (_, callback) => {
      due.push(callback)
      return () => {}
    },
  }
  const abort = new AbortController()
  const ended: string[] = []
  const sleeps = [
    sleep(clock, 10, new AbortController().signal).then(() => ended.push("time")),
    sleep(clock, 10, abort.signal).then(() => ended.push("abort")),
    sleep(clock, 10, AbortSignal.abort()).then(() => ended.push("aborted already")),
  ]
  await sleeps[2]
  due[0]!()
  await sleeps[0]
  abort.abort()
  await sleeps[1]
  expect(ended).toEqual(["aborted already", "time", "abort"])
  expect(due).toHaveLength(2)
})
