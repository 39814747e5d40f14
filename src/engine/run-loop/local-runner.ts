import type { Runner } from "../../ports/runner.ts"

interface Job {
  /** Scheduled again while it ran: whatever it was about, it may have been too late for this run. */
  again: boolean
}

/** Runs discussions in this process, each by one loop at a time. */
export class LocalRunner implements Runner {
  readonly #jobs = new Map<string, Job>()
  readonly #run: (discussionId: string, signal: AbortSignal) => Promise<void>
  readonly #onCrash: (discussionId: string, error: unknown) => void
  readonly #stopping = new AbortController()

  constructor(
    run: (discussionId: string, signal: AbortSignal) => Promise<void>,
    onCrash: (discussionId: string, error: unknown) => void,
  ) {
    this.#run = run
    this.#onCrash = onCrash
  }

  schedule(discussionId: string): void {
    const job = this.#jobs.get(discussionId)
    if (job) job.again = true
    else void this.#work(discussionId)
  }

  /** Ends all loops where they stand; their discussions go on from the log when they are scheduled again. */
  stop(): void {
    this.#stopping.abort()
  }

  async #work(discussionId: string): Promise<void> {
    const job: Job = { again: false }
    this.#jobs.set(discussionId, job)
    try {
      do {
        job.again = false
        await this.#run(discussionId, this.#stopping.signal)
      } while (job.again && !this.#stopping.signal.aborted)
    } catch (error) {
      this.#onCrash(discussionId, error)
    } finally {
      this.#jobs.delete(discussionId)
    }
  }
}
