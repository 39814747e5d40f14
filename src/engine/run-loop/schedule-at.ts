import type { Clock } from "../../ports/clock.ts"

/** Timers of the platform overflow beyond this; who is woken early finds nothing due and waits on. */
const maxTimerMs = 2 ** 31 - 1

export function scheduleAt(clock: Clock, at: number, callback: () => void): () => void {
  return clock.after(Math.min(Math.max(0, at - clock.now()), maxTimerMs), callback)
}
