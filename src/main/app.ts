import { ConclaveError } from "../core/errors.ts"
import { guardedFetch } from "../models/guard/guarded-fetch.ts"
import { spendLimitedModels } from "../models/spend-limited-models.ts"
import type { Clock } from "../ports/clock.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"
import type { Ids } from "../ports/ids.ts"
import type { Model } from "../ports/model.ts"
import type { OrganisationServices, Services } from "../server/index.ts"
import { WebhookSender } from "../squad/webhooks/webhook-sender.ts"
import { PostgresAgentStore } from "../stores/postgres/agents/postgres-agent-store.ts"
import { type Database, type DatabaseLocation, openDatabase } from "../stores/postgres/database.ts"
import { PostgresIdempotencyStore } from "../stores/postgres/idempotency/postgres-idempotency-store.ts"
import { JobQueues } from "../stores/postgres/jobs/job-queue.ts"
import { PostgresKeyStore } from "../stores/postgres/keys/postgres-key-store.ts"
import { PostgresDiscussionList } from "../stores/postgres/postgres-discussion-list.ts"
import { PostgresProjectStore } from "../stores/postgres/projects/postgres-project-store.ts"
import { hasActiveWorkers } from "../stores/postgres/running/process-registry.ts"
import { PostgresSpendLedger } from "../stores/postgres/spend/postgres-spend-ledger.ts"
import { MemberAnswers } from "../stores/postgres/squad/member-answers.ts"
import { PostgresSquadStore } from "../stores/postgres/squad/postgres-squad-store.ts"
import { PostgresWebhookOutbox } from "../stores/postgres/webhooks/postgres-webhook-outbox.ts"
import { PostgresWebhookStore } from "../stores/postgres/webhooks/postgres-webhook-store.ts"
import { availableModels } from "./available-models.ts"
import type { ParsedConfig } from "./config.ts"
import { DurableEngine } from "./durable-engine.ts"
import type { Environment } from "./environment.ts"
import { startMaintenance } from "./maintenance.ts"
import { resolveProviders } from "./resolve-providers.ts"
import { systemClock, systemIds } from "./system-ports.ts"
import { tableDefaults } from "./table-defaults.ts"
import { createTableRegistry } from "./table-files.ts"
import { type Log, withEventLog } from "./with-event-log.ts"

export interface AppOptions {
  readonly location: DatabaseLocation
  readonly config: ParsedConfig
  readonly env: Environment
  /** A folder of tables that can be named besides those that come with Conclave. */
  readonly tables?: string
  /** Models found before all others. */
  readonly own?: readonly Model[]
  /** How many discussions this process runs at once; with none it leaves all work to others. */
  readonly workers: number
  /** Rehearsal models speak at a pace that can be read along. */
  readonly paced: boolean
  /** Whether addresses that clients give may be on this machine or its network. */
  readonly isLocal: boolean
  readonly onError: (error: unknown) => void
  /** Where rounds, contributions and ends are told in a line each. */
  readonly log?: Log
  /** Wraps what discussions are written through, to count what this process does. */
  readonly instrumentStore?: (store: DiscussionStore) => DiscussionStore
  readonly clock?: Clock
  readonly ids?: Ids
}

/** Everything of one process over one database. */
export interface App {
  readonly database: Database
  readonly keys: PostgresKeyStore
  readonly spend: PostgresSpendLedger
  readonly services: Services
  /** Lets what is being said be said for as long as given, and leaves the rest to others or to the next start. */
  close(graceMs: number): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { location, config, env, workers, paced, isLocal, onError, clock = systemClock, ids = systemIds } = options
  const { own = [], log, instrumentStore = (store: DiscussionStore) => store } = options
  const wrapStore = (store: DiscussionStore) => instrumentStore(log ? withEventLog(store, log) : store)
  const database = await openDatabase(location)
  const { pool, embedded } = database
  const jobs = await JobQueues.open({ pool, embedded, onError })
  const providers = resolveProviders(env, config)
  const models = availableModels({ providers, config, own, paced, clock })
  const spend = new PostgresSpendLedger(database, clock)
  const modelsOf = (organisationId: string) => spendLimitedModels(models, spend, { organisationId, onFault: onError })
  const engine = await DurableEngine.open({ database, jobs, models: modelsOf, clock, workers, wrapStore, onError })
  const members = await MemberAnswers.open(database, jobs)
  const defaults = tableDefaults(config, createTableRegistry(options.tables))

  const open = (organisationId: string): OrganisationServices => ({
    engine: engine.forOrganisation(organisationId),
    discussions: new PostgresDiscussionList({ database, organisationId }),
    tableDefaults: defaults,
    resources: {
      agents: new PostgresAgentStore(database, organisationId),
      projects: new PostgresProjectStore(database, organisationId),
      squad: new PostgresSquadStore({
        database,
        organisationId,
        onPosted: (transaction, promptId) => members.enqueue(transaction, organisationId, promptId),
      }),
      webhooks: new PostgresWebhookStore(database, organisationId),
    },
  })
  const organisations = new Map<string, OrganisationServices>()
  const forOrganisation = (organisationId: string) => {
    const known = organisations.get(organisationId) ?? open(organisationId)
    organisations.set(organisationId, known)
    return known
  }

  if (workers > 0) {
    await members.work({
      async answer({ organisationId, promptId }, signal) {
        const { answerAsMembers } = await import("../squad/members.ts")
        const { squad } = forOrganisation(organisationId).resources!
        const context = { squad, models: modelsOf(organisationId), clock }
        return answerAsMembers({ context, input: { promptId, signal, onFailure: (_, error) => onError(error) } })
      },
      clock,
      onError,
    })
  }
  const sender = new WebhookSender({
    outbox: new PostgresWebhookOutbox(database, onError),
    fetch: guardedFetch({ allowPrivate: isLocal }),
    clock,
    onFault: onError,
  })
  const stopMaintenance = startMaintenance(database, clock, onError)

  return {
    database,
    keys: new PostgresKeyStore(database),
    spend,
    services: {
      clock,
      ids,
      idempotency: new PostgresIdempotencyStore(database),
      forOrganisation,
      models: async () => (await import("../models/discovery.ts")).discover({ settings: providers, models, own }),
      readiness: {
        database: async () => {
          await pool.query("SELECT 1")
        },
        workers: async () => {
          if (workers > 0 || (await hasActiveWorkers(database))) return
          throw new ConclaveError("INITIALIZATION_FAILED", "no process runs discussions; start `conclave worker`")
        },
      },
    },
    async close(graceMs) {
      stopMaintenance()
      await sender.stop()
      await Promise.all([engine.close(graceMs), members.stop(graceMs)])
      await jobs.close()
      await database.close()
    },
  }
}
