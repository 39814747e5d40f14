import { ConclaveError } from "../../core/errors.ts"
import type { Clock } from "../../ports/clock.ts"
import {
  type DiscussionJob,
  type HeldUp,
  isSetAside,
  type RunEnd,
  type RunWork,
  type StopSignals,
} from "../../ports/jobs.ts"

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
  renew(claims: readonly Claim<Data>[]): Promise<readonly Claim<Data>[]>
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
  readonly work: (data: Data, leave: StopSignals) => Promise<Result>
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

const pollEveryMs = 1_000
/** Between two polls when there is much to claim, so that one poll finds much. */
const batchMs = 20
const renewEveryMs = 3_000
const afterFailureMs = 1_000
const maxAtOnce = 500
/** What part of the workers everybody can count on. */
const share = 0.1

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
    this.#renewLater()
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
    // A clock that was set back would have it wait for hours.
    const restMs = Math.min(batchMs, this.#polledAt + batchMs - this.#options.clock.now())
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
      if (!this.#stopped) this.#pollIn(this.#pollAgain ? batchMs : pollEveryMs)
    })
  }

  async #poll(): Promise<void> {
    const { claims: source, concurrency, sharesWorkers = false } = this.#options
    try {
      const free = Math.min(concurrency - this.#running.size, maxAtOnce)
      const claims = free > 0 ? await source.claim(free) : []
      for (const claim of claims) this.#begin(claim)
      if (free > 0 && claims.length === free) this.#pollAgain = true
      // Only where more may be waiting than there are workers.
      if (sharesWorkers && claims.length >= free) await this.#claimExtra()
    } catch {
      // The database is away; the next poll will tell.
    }
  }

  async #claimExtra(): Promise<void> {
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
      if (wasFull) this.wake()
    })
    this.#running.set(claim.id, { claim, now, soon, ended })
    if (this.#stopped) soon.abort()
  }

  async #work(claim: Claim<Data>, leave: StopSignals): Promise<void> {
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

  #renewLater(): void {
    this.#cancelRenew = this.#options.clock.after(renewEveryMs, () => void this.#renew())
  }

  async #renew(): Promise<void> {
    try {
      const lost = await this.#options.claims.renew([...this.#running.values()].map(({ claim }) => claim))
      for (const { id } of lost) this.#running.get(id)?.now.abort()
    } catch {
      // Kept again in a moment; a claim lasts longer than three of these.
    }
    if (!this.#stopped || this.#running.size > 0) this.#renewLater()
  }
}

/** A run that was ended from outside has nothing to take in any more. */
const nothingMissed: RunEnd = { seq: Number.MAX_SAFE_INTEGER }

/** What a job worker does with discussions: a run that fails ends its discussion, not its job. */
export function runOrFail({ concurrency, run, onFailure, onError }: RunWork) {
  const work = async (job: DiscussionJob, leave: StopSignals): Promise<RunEnd> => {
    try {
      if (job.heldUp && isSetAside(job.heldUp)) throw setAsideError(job.heldUp)
      return await run(job, leave)
    } catch (error) {
      await onFailure(job, error)
      return nothingMissed
    }
  }
  return { concurrency, work, onError }
}

function setAsideError({ times, longestMs }: HeldUp): ConclaveError {
  const seconds = (longestMs / 1_000).toFixed(1)
  const what =
    longestMs > 0 ? `a step of it held up a process for ${seconds} s` : `${times} processes died during its steps`
  return new ConclaveError("QUARANTINED", `${what}, so it is not run any more; \`conclave doctor\` lists it`)
}
