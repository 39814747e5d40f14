interface Job {
  /** Scheduled again while it ran: whatever it was about, it may have been too late for this run. */
  again: boolean
  /** Its own, not one for all: adding a listener to a signal takes longer the more it has. */
  readonly stopping: AbortController
}

/** Runs discussions in this process, each by one loop at a time. */
export class LocalRunner {
  readonly #jobs = new Map<string, Job>()
  readonly #run: (discussionId: string, signal: AbortSignal) => Promise<unknown>
  readonly #onCrash: (discussionId: string, error: unknown) => void
  #stopped = false

  constructor(
    run: (discussionId: string, signal: AbortSignal) => Promise<unknown>,
    onCrash: (discussionId: string, error: unknown) => void,
  ) {
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
  }

  async #work(discussionId: string): Promise<void> {
    const job: Job = { again: false, stopping: new AbortController() }
    this.#jobs.set(discussionId, job)
    try {
      do {
        job.again = false
        await this.#run(discussionId, job.stopping.signal)
      } while (job.again && !this.#stopped)
    } catch (error) {
      this.#onCrash(discussionId, error)
    } finally {
      this.#jobs.delete(discussionId)
    }
  }
}
