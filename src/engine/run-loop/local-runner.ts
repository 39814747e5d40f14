import type { Clock } from "../../ports/clock.ts"
import type { Left } from "./run-discussion.ts"
import { wakeAtTime } from "./wake-at-time.ts"

interface Job {
  /** Scheduled again while it ran: whatever it was about, it may have been too late for this run. */
  again: boolean
  /** Its own, not one for all: adding a listener to a signal takes longer the more it has. */
  readonly stopping: AbortController
}

/** Runs discussions in this process, each by one loop at a time. */
export class LocalRunner {
  readonly #jobs = new Map<string, Job>()
  /** Those that wait for somebody, but not for ever. */
  readonly #alarms = new Map<string, () => void>()
  readonly #clock: Clock
  readonly #run: (discussionId: string, signal: AbortSignal) => Promise<Pick<Left, "wakeAt">>
  readonly #onCrash: (discussionId: string, error: unknown) => void
  #stopped = false

  constructor(
    clock: Clock,
    run: (discussionId: string, signal: AbortSignal) => Promise<Pick<Left, "wakeAt">>,
    onCrash: (discussionId: string, error: unknown) => void,
  ) {
    this.#clock = clock
    this.#run = run
    this.#onCrash = onCrash
  }

  /** Something may have to happen in this discussion now. Harmless to repeat. */
  schedule(discussionId: string): void {
    const job = this.#jobs.get(discussionId)
    if (job) job.again = true
    else if (!this.#stopped) void this.#work(discussionId)
  }

  /** Ends all loops where they stand; their discussions go on from the log when they are run again. */
  stop(): void {
    this.#stopped = true
    for (const job of this.#jobs.values()) job.stopping.abort()
    for (const cancel of this.#alarms.values()) cancel()
  }

  async #work(discussionId: string): Promise<void> {
    const job: Job = { again: false, stopping: new AbortController() }
    this.#jobs.set(discussionId, job)
    this.#alarms.get(discussionId)?.()
    this.#alarms.delete(discussionId)
    try {
      let left: Pick<Left, "wakeAt">
      do {
        job.again = false
        left = await this.#run(discussionId, job.stopping.signal)
      } while (job.again && !this.#stopped)
      if (left.wakeAt !== undefined && !this.#stopped) this.#wakeAt(discussionId, left.wakeAt)
    } catch (error) {
      this.#onCrash(discussionId, error)
    } finally {
      this.#jobs.delete(discussionId)
    }
  }

  #wakeAt(discussionId: string, at: number): void {
    this.#alarms.set(
      discussionId,
      wakeAtTime(this.#clock, at, () => this.schedule(discussionId)),
    )
  }
}
