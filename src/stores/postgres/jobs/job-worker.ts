import type { Clock } from "../../../ports/clock.ts"
import { isUnavailable } from "../database-error.ts"
import type { JobClaim } from "./job-queue.ts"

/** How a worker makes work leave: at once, or as soon as it can without losing anything. */
export interface WorkerStopSignals {
  readonly now: AbortSignal
  readonly soon: AbortSignal
}

/** Where a worker gets its jobs, and what becomes of them afterwards. */
export interface JobSource<Data, Result> {
  claim(atMost: number): Promise<readonly JobClaim<Data>[]>
  /** Says that these are still being worked on; gives those that are no longer this process's. */
  renew(claims: readonly JobClaim<Data>[]): Promise<readonly JobClaim<Data>[]>
  /** Lets another process, or this one, claim it at once. */
  release(claim: JobClaim<Data>): Promise<void>
  /** The work came to this. */
  settle(claim: JobClaim<Data>, result: Result): Promise<void>
}

interface WorkerOptions<Data, Result> {
  readonly claims: JobSource<Data, Result>
  /** How many jobs are worked on at once in this process. */
  readonly concurrency: number
  /** Where it throws, the job is done again later. */
  readonly work: (data: Data, leave: WorkerStopSignals) => Promise<Result>
  /** Told of what made a job be done again, unless the database was only away. */
  readonly onError: (error: unknown) => void
  readonly clock: Clock
}

interface Running<Data> {
  readonly claim: JobClaim<Data>
  readonly now: AbortController
  readonly soon: AbortController
  readonly ended: Promise<void>
}

const pollIntervalMs = 1_000
/** Between two looks when there is much to claim, so that one look finds much. */
const minPollGapMs = 20
const renewIntervalMs = 3_000
const retryDelayMs = 1_000
const maxClaimsPerPoll = 100

/** Claims jobs and does them, many at once, each in one process at a time. */
export class JobWorker<Data, Result> {
  readonly #options: WorkerOptions<Data, Result>
  readonly #running = new Map<string, Running<Data>>()
  #stopped = false
  #polling: Promise<void> | undefined
  #pollAgain = false
  #polledAt = 0
  #cancelPoll = () => {}
  #cancelRenew = () => {}

  constructor(options: WorkerOptions<Data, Result>) {
    this.#options = options
    this.wake()
    this.#scheduleRenew()
  }

  get size(): number {
    return this.#running.size
  }

  /** There may be something to claim now. */
  wake(): void {
    if (this.#stopped) return
    if (this.#polling) {
      this.#pollAgain = true
      return
    }
    const restMs = this.#polledAt + minPollGapMs - this.#options.clock.now()
    if (restMs > 0) this.#pollIn(restMs)
    else this.#pollNow()
  }

  /** Claims nothing more, lets what is being said be said for as long as given, and releases the rest to others. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true
    this.#cancelPoll()
    await this.#polling
    for (const { soon } of this.#running.values()) soon.abort()
    const cancel = this.#options.clock.after(graceMs, () => {
      for (const { now } of this.#running.values()) now.abort()
    })
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    cancel()
    this.#cancelRenew()
  }

  #pollIn(ms: number): void {
    this.#cancelPoll()
    this.#cancelPoll = this.#options.clock.after(ms, () => this.#pollNow())
  }

  #pollNow(): void {
    this.#cancelPoll()
    this.#pollAgain = false
    this.#polling = this.#poll().finally(() => {
      this.#polling = undefined
      this.#polledAt = this.#options.clock.now()
      if (!this.#stopped) this.#pollIn(this.#pollAgain ? minPollGapMs : pollIntervalMs)
    })
  }

  async #poll(): Promise<void> {
    const { claims: source, concurrency } = this.#options
    const free = Math.min(concurrency - this.#running.size, maxClaimsPerPoll)
    if (free <= 0) return
    try {
      const claims = await source.claim(free)
      for (const claim of claims) this.#begin(claim)
      if (claims.length === free) this.#pollAgain = true
    } catch {
      // The database is away; the next look will tell.
    }
  }

  #begin(claim: JobClaim<Data>): void {
    const now = new AbortController()
    const soon = new AbortController()
    const ended = this.#work(claim, { now: now.signal, soon: soon.signal }).finally(() => {
      const wasFull = this.#running.size >= this.#options.concurrency
      this.#running.delete(claim.id)
      if (wasFull) this.wake()
    })
    this.#running.set(claim.id, { claim, now, soon, ended })
    if (this.#stopped) soon.abort()
  }

  async #work(claim: JobClaim<Data>, leave: WorkerStopSignals): Promise<void> {
    const { claims, work, onError, clock } = this.#options
    try {
      const result = await work(claim.data, leave)
      if (leave.now.aborted || leave.soon.aborted) await claims.release(claim)
      else await claims.settle(claim, result)
    } catch (error) {
      if (!isUnavailable(error)) onError(error)
      await new Promise<void>((resolve) => {
        clock.after(this.#stopped ? 0 : retryDelayMs, resolve)
      })
      // Where even this fails, the claim ends by itself when it is not kept.
      await claims.release(claim).catch(() => {})
    }
  }

  #scheduleRenew(): void {
    this.#cancelRenew = this.#options.clock.after(renewIntervalMs, () => void this.#renew())
  }

  async #renew(): Promise<void> {
    try {
      const lost = await this.#options.claims.renew([...this.#running.values()].map(({ claim }) => claim))
      for (const { id } of lost) this.#running.get(id)?.now.abort()
    } catch {
      // Kept again in a moment; a claim lasts longer than three of these.
    }
    if (!this.#stopped || this.#running.size > 0) this.#scheduleRenew()
  }
}
