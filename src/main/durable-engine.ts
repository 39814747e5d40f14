import { ConclaveError } from "../core/errors.ts"
import type { EngineContext, StepGuard } from "../engine/context.ts"
import { LiveRelay } from "../engine/live/live-relay.ts"
import { LiveTurns } from "../engine/live/live-turns.ts"
import { runDiscussion } from "../engine/run-loop/run-discussion.ts"
import type { Clock } from "../ports/clock.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"
import type { DiscussionJob } from "../ports/jobs.ts"
import type { Models } from "../ports/model.ts"
import type { Storage } from "../ports/storage.ts"

interface DurableEngineOptions {
  readonly storage: Storage
  readonly models: (organisationId: string) => Models
  readonly clock: Clock
  /** Maximum number of discussions that this process runs at once; with 0 other processes run them all. */
  readonly workers: number
  /** Runs each step of a discussion, and measures how long it blocks. */
  readonly guard?: StepGuard | undefined
  /** Wraps the store that discussions are written to. */
  readonly wrapStore?: (store: DiscussionStore) => DiscussionStore
  readonly onError: (error: unknown) => void
}

/** Engines over one database, one per organisation. */
export class DurableEngine {
  readonly #options: DurableEngineOptions
  readonly #live = new LiveTurns()
  readonly #relay: LiveRelay
  readonly #contexts = new Map<string, EngineContext>()

  private constructor(options: DurableEngineOptions) {
    this.#options = options
    this.#relay = new LiveRelay(this.#live, options.storage.live, options.clock)
  }

  static async open(options: DurableEngineOptions): Promise<DurableEngine> {
    const { storage, workers, onError } = options
    const engine = new DurableEngine(options)
    if (workers > 0) {
      await storage.runs.work({
        concurrency: workers,
        run: (job, signals) => runDiscussion(engine.forOrganisation(job.organisationId), job.discussionId, signals),
        onFailure: (job, error) => engine.#onRunFailed(job, error),
        onError,
      })
    }
    return engine
  }

  forOrganisation(organisationId: string): EngineContext {
    const known = this.#contexts.get(organisationId)
    if (known) return known
    const { storage, models, clock, guard, wrapStore = (store: DiscussionStore) => store } = this.#options
    const store = wrapStore(storage.organisation(organisationId).discussions)
    const shared = { live: this.#live, clock, guard }
    const context = { ...shared, store, models: models(organisationId) }
    this.#contexts.set(organisationId, context)
    return context
  }

  /** Waits up to `graceMs` for turns in flight; other processes continue the discussions. */
  async close(graceMs: number): Promise<void> {
    await this.#options.storage.runs.stop(graceMs)
    this.#relay.stop()
  }

  /** Fails the discussion, unless the database is unavailable: then the job is retried. */
  async #onRunFailed({ organisationId, discussionId }: DiscussionJob, error: unknown): Promise<void> {
    if (error instanceof ConclaveError && error.code === "DATABASE_UNAVAILABLE") throw error
    this.#options.onError(error)
    const { failDiscussion } = await import("../engine/verbs/fail-discussion.ts")
    await failDiscussion({ context: this.forOrganisation(organisationId), input: { discussionId, error } })
  }
}
