import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { systemClock } from "./system-ports.ts"

const day = 24 * 3_600_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test("a timer longer than the platform's maximum fires when it is due, and not at once", () => {
  const rung = vi.fn()
  systemClock.after(30 * day, rung)
  vi.advanceTimersByTime(30 * day - 1)
  expect(rung).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(rung).toHaveBeenCalledTimes(1)
})

test("it can be cancelled at any time", () => {
  const rung = vi.fn()
  const cancel = systemClock.after(60 * day, rung)
  vi.advanceTimersByTime(40 * day)
  cancel()
  vi.advanceTimersByTime(40 * day)
  expect(rung).not.toHaveBeenCalled()
})
