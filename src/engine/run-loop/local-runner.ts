import type { Clock } from "../../ports/clock.ts"
import { scheduleAt } from "../context.ts"
import type { RunResult } from "./run-discussion.ts"

interface Job {
  /** Scheduled again while running: this run may have missed the reason. */
  rerun: boolean
  /** One per job: adding a listener gets slower the more listeners a signal has. */
  readonly controller: AbortController
}

/** Runs discussions in this process, at most one loop per discussion. */
export class LocalRunner {
  readonly #jobs = new Map<string, Job>()
  /** Timers of discussions whose wait expires at some time. */
  readonly #wakeTimers = new Map<string, () => void>()
  readonly #clock: Clock
  readonly #run: (discussionId: string, signal: AbortSignal) => Promise<Pick<RunResult, "wakeAt">>
  readonly #onCrash: (discussionId: string, error: unknown) => void
  #stopped = false

  constructor(
    clock: Clock,
    run: (discussionId: string, signal: AbortSignal) => Promise<Pick<RunResult, "wakeAt">>,
    onCrash: (discussionId: string, error: unknown) => void,
  ) {
    this.#clock = clock
    this.#run = run
    this.#onCrash = onCrash
  }

  /** Runs the discussion now, or again after the current run. Idempotent. */
  schedule(discussionId: string): void {
    const job = this.#jobs.get(discussionId)
    if (job) job.rerun = true
    else if (!this.#stopped) void this.#work(discussionId)
  }

  /** Stops all loops immediately; the next run continues from the log. */
  stop(): void {
    this.#stopped = true
    for (const job of this.#jobs.values()) job.controller.abort()
    for (const cancel of this.#wakeTimers.values()) cancel()
  }

  async #work(discussionId: string): Promise<void> {
    const job: Job = { rerun: false, controller: new AbortController() }
    this.#jobs.set(discussionId, job)
    this.#wakeTimers.get(discussionId)?.()
    this.#wakeTimers.delete(discussionId)
    try {
      let result: Pick<RunResult, "wakeAt">
      do {
        job.rerun = false
        result = await this.#run(discussionId, job.controller.signal)
      } while (job.rerun && !this.#stopped)
      if (result.wakeAt !== undefined && !this.#stopped) this.#wakeAt(discussionId, result.wakeAt)
    } catch (error) {
      this.#onCrash(discussionId, error)
    } finally {
      this.#jobs.delete(discussionId)
    }
  }

  #wakeAt(discussionId: string, at: number): void {
    this.#wakeTimers.set(
      discussionId,
      scheduleAt(this.#clock, at, () => this.schedule(discussionId)),
    )
  }
}
