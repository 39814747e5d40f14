import { ConclaveError } from "../../core/errors.ts"
import type { Clock } from "../../ports/clock.ts"

interface Limits {
  /** To wait before the call begins. */
  readonly delayMs: number
  /** For the call itself, from the end of the delay. */
  readonly callMs: number
  /** What is left of the whole discussion's time. */
  readonly totalMs: number | undefined
}

/** A signal that ends a call when its time is up, its discussion's time is up, or it is called off from outside. */
export class CallLimit {
  readonly #controller = new AbortController()
  readonly #timers: (() => void)[] = []
  readonly #clock: Clock
  readonly #outer: AbortSignal
  readonly #limits: Limits
  #exceeded: ConclaveError | undefined

  constructor(clock: Clock, outer: AbortSignal, limits: Limits) {
    this.#clock = clock
    this.#outer = outer
    this.#limits = limits
    if (outer.aborted) this.#callOff()
    else outer.addEventListener("abort", this.#callOff, { once: true })
    if (limits.totalMs !== undefined) {
      // Timers may fire a millisecond early, and then the discussion's own clock would not see its end yet.
      this.#endAfter(limits.totalMs + 1, () => new ConclaveError("DISCUSSION_TIMEOUT", "the discussion's time is up"))
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Why the call was ended, where its time was the reason. */
  get exceeded(): ConclaveError | undefined {
    return this.#exceeded
  }

  /** Waits out the delay; from then on the call's own time runs. */
  async begin(): Promise<void> {
    const { delayMs, callMs } = this.#limits
    if (delayMs > 0) {
      await new Promise<void>((resolve) => {
        this.#timers.push(this.#clock.after(delayMs, resolve))
        this.signal.addEventListener("abort", () => resolve(), { once: true })
      })
    }
    this.signal.throwIfAborted()
    const message = `no full answer within ${callMs / 1_000} s`
    this.#endAfter(callMs, () => new ConclaveError("TURN_TIMEOUT", message, { recoverable: true }))
  }

  lift(): void {
    for (const cancel of this.#timers) cancel()
    this.#outer.removeEventListener("abort", this.#callOff)
  }

  readonly #callOff = () => this.#controller.abort()

  #endAfter(ms: number, why: () => ConclaveError): void {
    const end = () => {
      this.#exceeded ??= why()
      this.#controller.abort(this.#exceeded)
    }
    this.#timers.push(this.#clock.after(ms, end))
  }
}
