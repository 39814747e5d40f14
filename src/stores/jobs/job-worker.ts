import { ConclaveError } from "../../core/errors.ts"
import type { Clock } from "../../ports/clock.ts"
import type { MemberAnswers, MemberJob, StopSignals } from "../../ports/jobs.ts"

/** A job that this process has claimed. The claim is lost once another process has claimed the job. */
export interface Claim<Data> {
  readonly id: string
  readonly retryCount: number
  readonly data: Data
}

/** Source of a worker's jobs. */
export interface Claims<Data, Result> {
  /** With `perOwner`, claims only jobs of owners that have fewer claimed. */
  claim(atMost: number, perOwner?: number): Promise<readonly Claim<Data>[]>
  /** Renews claims, and returns those that this process has lost. */
  renew(claims: readonly Claim<Data>[]): Promise<readonly Claim<Data>[]>
  /** Makes the job available to any process at once. */
  release(claim: Claim<Data>): Promise<void>
  /** Ends a job with the result of its work. */
  settle(claim: Claim<Data>, result: Result): Promise<void>
}

interface WorkerOptions<Data, Result> {
  readonly claims: Claims<Data, Result>
  /** Maximum number of concurrent jobs in this process. */
  readonly concurrency: number
  /**
   * Owners with few running jobs get workers beyond the maximum, so that another owner's stuck jobs do not block them.
   */
  readonly sharesWorkers?: boolean
  /** If it throws, the job is retried later. */
  readonly work: (data: Data, leave: StopSignals) => Promise<Result>
  /** Called with the error of a failed job, unless the database was only unavailable. */
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
/** Interval between polls under load, long enough for a poll to find several jobs. */
const batchMs = 20
const renewEveryMs = 3_000
const afterFailureMs = 1_000
const maxAtOnce = 500
/** Share of the workers that every owner can count on. */
const share = 0.1

/** Claims jobs and runs them concurrently. */
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

  /** Polls now: there may be a new job. */
  wake(): void {
    if (this.#stopped) return
    if (this.#polling) {
      this.#pollAgain = true
      return
    }
    // If the clock was set back, the timer could be hours away.
    const restMs = Math.min(batchMs, this.#polledAt + batchMs - this.#options.clock.now())
    if (restMs > 0) this.#pollIn(restMs)
    else this.#pollNow()
  }

  /** Stops claiming, waits up to `graceMs` for running jobs, and releases the rest. */
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
      // Only if there may be more jobs than workers.
      if (sharesWorkers && claims.length >= free) await this.#claimExtra()
    } catch {
      // The database is unavailable; the next poll retries.
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

  /** Retried until it succeeds: the claim of a living process does not expire. */
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
      // Renewed at the next interval; a claim lasts for more than three.
    }
    if (!this.#stopped || this.#running.size > 0) this.#renewLater()
  }
}

/** Jobs for prompts that model members of the squad have to answer. */
export function memberAnswers(
  claims: Claims<MemberJob, void>,
  begin: (wake: () => void) => Promise<() => Promise<void>>,
): MemberAnswers {
  let worker: JobWorker<MemberJob, void> | undefined
  let end = async () => {}
  return {
    async work({ answer, clock, onError }) {
      end = await begin(() => worker?.wake())
      worker = new JobWorker({ claims, concurrency: 10, work: (job, { now }) => answer(job, now), onError, clock })
    },
    async stop(graceMs) {
      await end()
      await worker?.stop(graceMs)
    },
  }
}
