import type { Clock } from "../../ports/clock.ts"

/** Timers of the platform overflow beyond this; who is woken early finds nothing due and waits on. */
const longestTimer = 2 ** 31 - 1

export function wakeAtTime(clock: Clock, at: number, wake: () => void): () => void {
  return clock.after(Math.min(Math.max(0, at - clock.now()), longestTimer), wake)
}
