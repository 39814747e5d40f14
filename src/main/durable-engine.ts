import { ConclaveError } from "../core/errors.ts"
import type { EngineContext } from "../engine/context.ts"
import { LiveRelay } from "../engine/live/live-relay.ts"
import { LiveTurns } from "../engine/live/live-turns.ts"
import { runDiscussion } from "../engine/run-loop/run-discussion.ts"
import { failDiscussion } from "../engine/verbs/fail-discussion.ts"
import type { Clock } from "../ports/clock.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"
import type { LiveExchange } from "../ports/live-exchange.ts"
import type { Models } from "../ports/model.ts"
import type { Database } from "../stores/postgres/database.ts"
import type { JobQueues } from "../stores/postgres/jobs/job-queue.ts"
import { PostgresDiscussionStore } from "../stores/postgres/postgres-discussion-store.ts"
import { DurableRuns } from "../stores/postgres/running/durable-runs.ts"
import { PostgresLiveExchange } from "../stores/postgres/running/postgres-live-exchange.ts"

interface DurableEngineOptions {
  readonly database: Database
  readonly jobs: JobQueues
  readonly models: (organisationId: string) => Models
  readonly clock: Clock
  /** How many discussions this process runs at once; with none it only serves those that others run. */
  readonly workers: number
  /** Wraps what discussions are written through. */
  readonly wrapStore?: (store: DiscussionStore) => DiscussionStore
  readonly onError: (error: unknown) => void
}

/** Engines on one database, one for each organisation, whose discussions outlive this process. */
export class DurableEngine {
  readonly #options: DurableEngineOptions
  readonly #runs: DurableRuns
  readonly #live = new LiveTurns()
  readonly #stores = new Map<string, PostgresDiscussionStore>()
  readonly #contexts = new Map<string, EngineContext>()
  #exchange: (LiveExchange & { close(): Promise<void> }) | undefined
  #relay: LiveRelay | undefined

  private constructor(options: DurableEngineOptions, runs: DurableRuns) {
    this.#options = options
    this.#runs = runs
  }

  static async open(options: DurableEngineOptions): Promise<DurableEngine> {
    const { database, jobs, clock, workers, onError } = options
    const runs = await DurableRuns.open(database, jobs, clock)
    const engine = new DurableEngine(options, runs)
    if (!database.embedded) await engine.#connectProcesses()
    if (workers > 0) {
      await runs.work({
        concurrency: workers,
        run: ({ organisationId, discussionId }, leave) =>
          runDiscussion(engine.forOrganisation(organisationId), discussionId, leave),
        onFailure: ({ organisationId, discussionId }, error) =>
          engine.#onRunFailed(organisationId, discussionId, error),
        onError,
      })
    }
    return engine
  }

  /** How many discussions this process runs now. */
  get size(): number {
    return this.#runs.size
  }

  forOrganisation(organisationId: string): EngineContext {
    const known = this.#contexts.get(organisationId)
    if (known) return known
    const { database, models, clock, wrapStore = (store: DiscussionStore) => store } = this.#options
    const store = new PostgresDiscussionStore({
      database,
      organisationId,
      enqueue: (transaction, organisation, discussion) => this.#runs.enqueue(transaction, organisation, discussion),
      onEnqueued: () => this.#runs.notifyWorkers(),
    })
    const context = { store: wrapStore(store), live: this.#live, models: models(organisationId), clock }
    this.#stores.set(organisationId, store)
    this.#contexts.set(organisationId, context)
    return context
  }

  /** Lets what is being said be said for as long as given, and leaves the rest to others. */
  async close(graceMs: number): Promise<void> {
    await this.#runs.stop(graceMs)
    this.#relay?.stop()
    await this.#exchange?.close()
  }

  async #connectProcesses(): Promise<void> {
    const exchange = await PostgresLiveExchange.open(this.#options.database, (discussionId, seq) => {
      for (const store of this.#stores.values()) store.notifyWatchers(discussionId, seq)
    })
    this.#exchange = exchange
    this.#relay = new LiveRelay(this.#live, exchange, this.#options.clock)
  }

  /** A database that is away is no fault of the discussion's: it is run again when the database is back. */
  async #onRunFailed(organisationId: string, discussionId: string, error: unknown): Promise<void> {
    if (error instanceof ConclaveError && error.code === "DATABASE_UNAVAILABLE") throw error
    this.#options.onError(error)
    await failDiscussion({ context: this.forOrganisation(organisationId), input: { discussionId, error } })
  }
}
