import type { Clock } from "../../../ports/clock.ts"
import type { Claim } from "./job-queue.ts"

export interface DiscussionJob {
  readonly organisationId: string
  readonly discussionId: string
}

/** How a worker makes a run leave: at once, or when what is being said has been said. */
export interface LeaveSignals {
  readonly now: AbortSignal
  readonly soon: AbortSignal
}

type DiscussionClaim = Claim<DiscussionJob>

/** Where a worker gets its discussions and what it does with them afterwards. */
export interface Claims {
  claim(atMost: number): Promise<readonly DiscussionClaim[]>
  /** Says that these are still being run; gives those that are no longer this process's to run. */
  keep(claims: readonly DiscussionClaim[]): Promise<readonly DiscussionClaim[]>
  /** Lets another process, or this one, claim it at once. */
  release(claim: DiscussionClaim): Promise<void>
  /** The run ended at an event: it is done, unless somebody wrote since then. */
  settle(claim: DiscussionClaim, seq: number): Promise<void>
}

interface WorkerOptions {
  readonly claims: Claims
  /** How many discussions run at once in this process. */
  readonly concurrency: number
  /** Runs a discussion to its next wait and gives the number of the last event it knew of. */
  readonly run: (job: DiscussionJob, leave: LeaveSignals) => Promise<number>
  /** Deals with a run that failed; throws where that is not possible now, and then it is run again later. */
  readonly onFailure: (job: DiscussionJob, error: unknown) => Promise<void>
  readonly clock: Clock
}

interface Running {
  readonly claim: DiscussionClaim
  readonly now: AbortController
  readonly soon: AbortController
  readonly ended: Promise<void>
}

const lookEveryMs = 1_000
const keepEveryMs = 3_000
const afterFailureMs = 1_000
const mostAtOnce = 100

/** Claims discussions that have something to do and runs them, many at once, one process each. */
export class DiscussionWorker {
  readonly #options: WorkerOptions
  readonly #running = new Map<string, Running>()
  #stopped = false
  #looking: Promise<void> | undefined
  #lookAgain = false
  #cancelLook = () => {}
  #cancelKeep = () => {}

  constructor(options: WorkerOptions) {
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
    this.#cancelLook()
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined
      if (this.#lookAgain) {
        this.#lookAgain = false
        this.nudge()
      } else if (!this.#stopped) {
        this.#cancelLook = this.#options.clock.after(lookEveryMs, () => this.nudge())
      }
    })
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

  async #look(): Promise<void> {
    const { claims: source, concurrency } = this.#options
    const free = Math.min(concurrency - this.#running.size, mostAtOnce)
    if (free <= 0) return
    try {
      const claims = await source.claim(free)
      for (const claim of claims) this.#begin(claim)
      if (claims.length === free) this.#lookAgain = true
    } catch {
      // The database is away; the next look will tell.
    }
  }

  #begin(claim: DiscussionClaim): void {
    const now = new AbortController()
    const soon = new AbortController()
    const ended = this.#work(claim, { now: now.signal, soon: soon.signal }).finally(() => {
      this.#running.delete(claim.id)
      this.nudge()
    })
    this.#running.set(claim.id, { claim, now, soon, ended })
    if (this.#stopped) soon.abort()
  }

  async #work(claim: DiscussionClaim, leave: LeaveSignals): Promise<void> {
    const { claims, clock } = this.#options
    try {
      const seq = await this.#run(claim.data, leave)
      if (leave.now.aborted || leave.soon.aborted) await claims.release(claim)
      else await claims.settle(claim, seq)
    } catch {
      await new Promise<void>((resolve) => {
        clock.after(this.#stopped ? 0 : afterFailureMs, resolve)
      })
      // Where even this fails, the claim ends by itself when it is not kept.
      await claims.release(claim).catch(() => {})
    }
  }

  async #run(job: DiscussionJob, leave: LeaveSignals): Promise<number> {
    try {
      return await this.#options.run(job, leave)
    } catch (error) {
      await this.#options.onFailure(job, error)
      return Number.MAX_SAFE_INTEGER
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
