import type { Clock } from "../../ports/clock.ts"
import { scheduleAt } from "../context.ts"
import type { RunResult } from "./run-discussion.ts"

interface Job {
  /** Scheduled again while it ran: whatever it was about, it may have been too late for this run. */
  rerun: boolean
  /** Its own, not one for all: adding a listener to a signal takes longer the more it has. */
  readonly controller: AbortController
}

/** Runs discussions in this process, each by one loop at a time. */
export class LocalRunner {
  readonly #jobs = new Map<string, Job>()
  /** Those that wait for somebody, but not for ever. */
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

  /** Something may have to happen in this discussion now. Harmless to repeat. */
  schedule(discussionId: string): void {
    const job = this.#jobs.get(discussionId)
    if (job) job.rerun = true
    else if (!this.#stopped) void this.#work(discussionId)
  }

  /** Ends all loops where they stand; their discussions go on from the log when they are run again. */
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
      let left: Pick<RunResult, "wakeAt">
      do {
        job.rerun = false
        left = await this.#run(discussionId, job.controller.signal)
      } while (job.rerun && !this.#stopped)
      if (left.wakeAt !== undefined && !this.#stopped) this.#wakeAt(discussionId, left.wakeAt)
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
