import type { Settings } from "../../core/discussion/settings.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { Clock } from "../../ports/clock.ts"

export interface CallLimits {
  /** For the whole answer, from the call's beginning. */
  readonly callMs: number
  /** For its first words. */
  readonly firstTokenMs: number
  /** For silence between two pieces of it. */
  readonly idleMs: number
  /** What is left of the whole discussion's time, waiting for the call included. */
  readonly totalMs?: number | undefined
}

/** The settings' limits; each time that a call has run into one it gets more. */
export function callLimits(settings: Settings, timeouts = 0): CallLimits {
  const { turnTimeoutMs, firstTokenTimeoutMs, idleTimeoutMs, timeoutGrowth } = settings
  const growth = timeoutGrowth ** timeouts
  return {
    callMs: turnTimeoutMs * growth,
    firstTokenMs: firstTokenTimeoutMs * growth,
    idleMs: idleTimeoutMs * growth,
  }
}

/** A signal that ends a call when its time is up, its discussion's time is up, or it is called off from outside. */
export class CallLimit {
  readonly #controller = new AbortController()
  readonly #timers: (() => void)[] = []
  readonly #clock: Clock
  readonly #outer: AbortSignal
  readonly #limits: CallLimits
  #exceeded: ConclaveError | undefined
  #hasStarted = false
  #lastPartAt = 0
  #cancelCheck = () => {}

  constructor(clock: Clock, outer: AbortSignal, limits: CallLimits) {
    this.#clock = clock
    this.#outer = outer
    this.#limits = limits
    if (outer.aborted) this.#cancel()
    else outer.addEventListener("abort", this.#cancel, { once: true })
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
    this.#lastPartAt = this.#clock.now()
    if (firstTokenMs < callMs) this.#scheduleCheck(firstTokenMs)
  }

  /** A piece of the answer came. Notes the time and no more: one timer for the whole answer looks at it now and then. */
  onPart(): void {
    this.#lastPartAt = this.#clock.now()
    if (this.#hasStarted) return
    this.#hasStarted = true
    this.#cancelCheck()
    if (this.#limits.idleMs < this.#limits.callMs) this.#scheduleCheck(this.#limits.idleMs)
  }

  dispose(): void {
    this.#cancelCheck()
    for (const cancel of this.#timers) cancel()
    this.#outer.removeEventListener("abort", this.#cancel)
  }

  readonly #cancel = () => this.#controller.abort()

  readonly #checkIdle = () => {
    const { firstTokenMs, idleMs } = this.#limits
    const patience = this.#hasStarted ? idleMs : firstTokenMs
    // Where the clock was set back, it is heard for as long as is granted once more.
    const left = Math.min(patience, this.#lastPartAt + patience - this.#clock.now())
    if (left > 0) this.#scheduleCheck(left)
    else if (this.#hasStarted) this.#end(timeout(`silent for ${seconds(patience)} in the middle of its answer`))
    else this.#end(timeout(`not a word within ${seconds(patience)}`))
  }

  #scheduleCheck(ms: number): void {
    this.#cancelCheck = this.#clock.after(ms, this.#checkIdle)
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
