import { ConclaveError } from "../../core/errors.ts"
import type { Clock } from "../../ports/clock.ts"

interface Limits {
  /** For the whole answer, from the call's beginning. */
  readonly callMs: number
  /** For its first words. */
  readonly firstTokenMs: number
  /** For silence between two pieces of it. */
  readonly idleMs: number
  /** What is left of the whole discussion's time, waiting for the call included. */
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
  #spoken = false
  #lastHeard = 0
  #stopWatching = () => {}

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

  /** Waits before the call; of all limits only the discussion's own runs meanwhile. */
  async wait(ms: number): Promise<void> {
    if (ms > 0) {
      await new Promise<void>((resolve) => {
        this.#timers.push(this.#clock.after(ms, resolve))
        this.signal.addEventListener("abort", () => resolve(), { once: true })
      })
    }
    this.signal.throwIfAborted()
  }

  /** From now on the call's own time runs. */
  begin(): void {
    this.signal.throwIfAborted()
    const { callMs, firstTokenMs } = this.#limits
    this.#endAfter(callMs, () => timeout(`no full answer within ${seconds(callMs)}`))
    this.#lastHeard = this.#clock.now()
    if (firstTokenMs < callMs) this.#watchAfter(firstTokenMs)
  }

  /** A piece of the answer came. Notes the time and no more: one timer for the whole answer looks at it now and then. */
  heard(): void {
    this.#lastHeard = this.#clock.now()
    if (this.#spoken) return
    this.#spoken = true
    this.#stopWatching()
    if (this.#limits.idleMs < this.#limits.callMs) this.#watchAfter(this.#limits.idleMs)
  }

  lift(): void {
    this.#stopWatching()
    for (const cancel of this.#timers) cancel()
    this.#outer.removeEventListener("abort", this.#callOff)
  }

  readonly #callOff = () => this.#controller.abort()

  readonly #watch = () => {
    const { firstTokenMs, idleMs } = this.#limits
    const patience = this.#spoken ? idleMs : firstTokenMs
    const left = this.#lastHeard + patience - this.#clock.now()
    if (left > 0) this.#watchAfter(left)
    else if (this.#spoken) this.#end(timeout(`silent for ${seconds(patience)} in the middle of its answer`))
    else this.#end(timeout(`not a word within ${seconds(patience)}`))
  }

  #watchAfter(ms: number): void {
    this.#stopWatching = this.#clock.after(ms, this.#watch)
  }

  #endAfter(ms: number, why: () => ConclaveError): void {
    this.#timers.push(this.#clock.after(ms, () => this.#end(why())))
  }

  #end(why: ConclaveError): void {
    this.#exceeded ??= why
    this.#controller.abort(this.#exceeded)
  }
}

function timeout(message: string): ConclaveError {
  return new ConclaveError("TURN_TIMEOUT", message, { recoverable: true })
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`
}
