import type { Settings } from "../../core/discussion/settings.ts"
import { ConclaveError } from "../../core/errors.ts"
import { type Clock, sleep } from "../../ports/clock.ts"

export interface CallLimits {
  /** Timeout for the whole call. */
  readonly callMs: number
  /** Timeout for the first token. */
  readonly firstTokenMs: number
  /** Maximum silence between two parts of the answer. */
  readonly idleMs: number
  /** Remaining time of the discussion; also runs while the call waits to start. */
  readonly totalMs?: number | undefined
}

/** The limits from the settings, grown for each earlier timeout of the same call. */
export function callLimits(settings: Settings, timeouts = 0): CallLimits {
  const { turnTimeoutMs, firstTokenTimeoutMs, idleTimeoutMs, timeoutGrowth } = settings
  const growth = timeoutGrowth ** timeouts
  return {
    callMs: turnTimeoutMs * growth,
    firstTokenMs: firstTokenTimeoutMs * growth,
    idleMs: idleTimeoutMs * growth,
  }
}

/** Aborts a call when it times out, when the discussion times out, or when the outer signal is aborted. */
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
      // Timers may fire a millisecond early; the discussion's own time limit must have passed by then.
      this.#endAfter(limits.totalMs + 1, () => new ConclaveError("DISCUSSION_TIMEOUT", "the discussion's time is up"))
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The timeout that ended the call, if one did. */
  get exceeded(): ConclaveError | undefined {
    return this.#exceeded
  }

  /** Delays the call. Only the discussion's time limit runs meanwhile. */
  async wait(ms: number): Promise<void> {
    if (ms > 0) await sleep(this.#clock, ms, this.signal)
    this.signal.throwIfAborted()
  }

  /** Starts the call's own timeouts. */
  begin(): void {
    this.signal.throwIfAborted()
    const { callMs, firstTokenMs } = this.#limits
    this.#endAfter(callMs, () => timeout(`no complete answer within ${seconds(callMs)}`))
    this.#lastPartAt = this.#clock.now()
    if (firstTokenMs < callMs) this.#scheduleCheck(firstTokenMs)
  }

  /** Called for each part of the answer. Only records the time; a single timer checks it. */
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
    const limitMs = this.#hasStarted ? idleMs : firstTokenMs
    // If the clock was set back, at most one more full period is granted.
    const left = Math.min(limitMs, this.#lastPartAt + limitMs - this.#clock.now())
    if (left > 0) this.#scheduleCheck(left)
    else if (this.#hasStarted) this.#end(timeout(`the answer stalled for ${seconds(limitMs)}`))
    else this.#end(timeout(`no first token within ${seconds(limitMs)}`))
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
