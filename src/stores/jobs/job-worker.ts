import { ConclaveError } from "../../core/errors.ts"
import type { Clock } from "../../ports/clock.ts"
import type { LeaveSignals } from "../../ports/jobs.ts"

/** A job as one process has claimed it; the claim is over when another process has claimed it since. */
export interface Claim<Data> {
  readonly id: string
  readonly retryCount: number
  readonly data: Data
}

/** Where a worker gets its jobs, and what becomes of them afterwards. */
export interface Claims<Data, Result> {
  /** Where `perOwner` is given, only of those owners that have fewer under way. */
  claim(atMost: number, perOwner?: number): Promise<readonly Claim<Data>[]>
  /** Says that these are still being worked on; gives those that are no longer this process's. */
  keep(claims: readonly Claim<Data>[]): Promise<readonly Claim<Data>[]>
  /** Lets another process, or this one, claim it at once. */
  release(claim: Claim<Data>): Promise<void>
  /** The work came to this. */
  settle(claim: Claim<Data>, result: Result): Promise<void>
}

interface WorkerOptions<Data, Result> {
  readonly claims: Claims<Data, Result>
  /** How many jobs are worked on at once in this process. */
  readonly concurrency: number
  /** Whoever has little under way gets workers beyond these, so that nobody's jobs that hang hold up others'. */
  readonly sharesWorkers?: boolean
  /** Where it throws, the job is done again later. */
  readonly work: (data: Data, leave: LeaveSignals) => Promise<Result>
  /** Told of what made a job be done again, unless the database was only away. */
  readonly onError: (error: unknown) => void
  readonly clock: Clock
}

interface Running<Data> {
  readonly claim: Claim<Data>
  readonly now: AbortController
  readonly soon: AbortController
  readonly ended: Promise<void>
}

const lookEveryMs = 1_000
/** Between two looks when there is much to claim, so that one look finds much. */
const gatherMs = 20
const keepEveryMs = 3_000
const afterFailureMs = 1_000
const maxAtOnce = 500
/** What part of the workers everybody can count on. */
const share = 0.1

/** Claims jobs and does them, many at once, each in one process at a time. */
export class JobWorker<Data, Result> {
  readonly #options: WorkerOptions<Data, Result>
  readonly #running = new Map<string, Running<Data>>()
  #stopped = false
  #looking: Promise<void> | undefined
  #lookAgain = false
  #lookedAt = 0
  #cancelLook = () => {}
  #cancelKeep = () => {}

  constructor(options: WorkerOptions<Data, Result>) {
    this.#options = options
    this.nudge()
    this.#keepLater()
  }

  get size(): number {
    return this.#running.size
  }

  /** There may be something to claim now. */
  nudge(): void {
    if (this.#stopped) return
    if (this.#looking) {
      this.#lookAgain = true
      return
    }
    // A clock that was set back would have it wait for hours.
    const restMs = Math.min(gatherMs, this.#lookedAt + gatherMs - this.#options.clock.now())
    if (restMs > 0) this.#lookIn(restMs)
    else this.#lookNow()
  }

  /** Claims nothing more, lets what is being said be said for as long as given, and releases the rest to others. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true
    this.#cancelLook()
    await this.#looking
    for (const { soon } of this.#running.values()) soon.abort()
    const cancel = this.#options.clock.after(graceMs, () => {
      for (const { now } of this.#running.values()) now.abort()
    })
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    cancel()
    this.#cancelKeep()
  }

  #lookIn(ms: number): void {
    this.#cancelLook()
    this.#cancelLook = this.#options.clock.after(ms, () => this.#lookNow())
  }

  #lookNow(): void {
    this.#cancelLook()
    this.#lookAgain = false
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined
      this.#lookedAt = this.#options.clock.now()
      if (!this.#stopped) this.#lookIn(this.#lookAgain ? gatherMs : lookEveryMs)
    })
  }

  async #look(): Promise<void> {
    const { claims: source, concurrency, sharesWorkers = false } = this.#options
    try {
      const free = Math.min(concurrency - this.#running.size, maxAtOnce)
      const claims = free > 0 ? await source.claim(free) : []
      for (const claim of claims) this.#begin(claim)
      if (free > 0 && claims.length === free) this.#lookAgain = true
      // Only where more may be waiting than there are workers.
      if (sharesWorkers && claims.length >= free) await this.#lookForOthers()
    } catch {
      // The database is away; the next look will tell.
    }
  }

  async #lookForOthers(): Promise<void> {
    const { claims: source, concurrency } = this.#options
    const extra = Math.min(2 * concurrency - this.#running.size, maxAtOnce)
    if (extra <= 0) return
    for (const claim of await source.claim(extra, Math.ceil(concurrency * share))) this.#begin(claim)
  }

  #begin(claim: Claim<Data>): void {
    const now = new AbortController()
    const soon = new AbortController()
    const ended = this.#work(claim, { now: now.signal, soon: soon.signal }).finally(() => {
      const wasFull = this.#running.size >= this.#options.concurrency
      this.#running.delete(claim.id)
      if (wasFull) this.nudge()
    })
    this.#running.set(claim.id, { claim, now, soon, ended })
    if (this.#stopped) soon.abort()
  }

  async #work(claim: Claim<Data>, leave: LeaveSignals): Promise<void> {
    const { claims, work, onError, clock } = this.#options
    try {
      const result = await work(claim.data, leave)
      if (leave.now.aborted || leave.soon.aborted) await claims.release(claim)
      else await claims.settle(claim, result)
    } catch (error) {
      if (!(error instanceof ConclaveError && error.code === "DATABASE_UNAVAILABLE")) onError(error)
      await new Promise<void>((resolve) => {
        clock.after(this.#stopped ? 0 : afterFailureMs, resolve)
      })
      await this.#release(claim)
    }
  }

  /** Tried until it works: a living process's claim does not end by itself. */
  async #release(claim: Claim<Data>): Promise<void> {
    const { claims, clock } = this.#options
    for (;;) {
      try {
        return await claims.release(claim)
      } catch {
        if (this.#stopped) return
        await new Promise<void>((resolve) => {
          clock.after(afterFailureMs, resolve)
        })
      }
    }
  }

  #keepLater(): void {
    this.#cancelKeep = this.#options.clock.after(keepEveryMs, () => void this.#keep())
  }

  async #keep(): Promise<void> {
    try {
      const lost = await this.#options.claims.keep([...this.#running.values()].map(({ claim }) => claim))
      for (const { id } of lost) this.#running.get(id)?.now.abort()
    } catch {
      // Kept again in a moment; a claim lasts longer than three of these.
    }
    if (!this.#stopped || this.#running.size > 0) this.#keepLater()
  }
}
