// Preload what the run loop imports on demand: `advance` does not wait for file reads.
import "../core/settle.ts"
import "../core/steering/create-sub-discussion.ts"
import "../engine/run-loop/measure-round.ts"
import "../engine/run-loop/reconcile-sub-discussion.ts"
import type { Clock } from "../ports/clock.ts"

interface Timer {
  readonly at: number
  readonly callback: () => void
}

/** A clock that only moves on `advance`. */
export class ManualClock implements Clock {
  #now: number
  #timers: Timer[] = []

  constructor(now = 1_700_000_000_000) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Advances the time, runs due timers in order, and lets their effects settle before the next timer. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await flushEventLoop()
      const due = this.#timers.filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers = this.#timers.filter((timer) => timer !== due)
      this.#now = Math.max(this.#now, due.at)
      due.callback()
    }
    this.#now = until
    await flushEventLoop()
  }

  /** Time until the next timer; undefined if none is set. */
  get untilNext(): number | undefined {
    return this.#timers.length === 0 ? undefined : Math.min(...this.#timers.map((timer) => timer.at)) - this.#now
  }
}

/** Waits until all pending microtasks and immediates have run. */
export function flushEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
