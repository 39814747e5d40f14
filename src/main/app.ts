import { ConclaveError } from "../core/errors.ts"
import type { StepGuard } from "../engine/context.ts"
import { lazyFetch } from "../models/lazy.ts"
import { spendLimitedModels } from "../models/spend-limited-models.ts"
import type { Clock } from "../ports/clock.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"
import type { Ids } from "../ports/ids.ts"
import type { KeyStore } from "../ports/key-store.ts"
import type { Model, Models } from "../ports/model.ts"
import type { SpendLedger } from "../ports/spend-ledger.ts"
import type { Maintenance, Storage } from "../ports/storage.ts"
import type { OrganisationServices, Services, TraceRequest } from "../server/index.ts"
import { WebhookSender } from "../squad/webhooks/webhook-sender.ts"
import { availableModels } from "./available-models.ts"
import { type ParsedConfig, tableDefaults } from "./config.ts"
import { type Credentials, credentialsPath } from "./credentials.ts"
import { DurableEngine } from "./durable-engine.ts"
import { openStorage, type StorageLocation } from "./open-storage.ts"
import { ProviderRegistry } from "./provider-registry.ts"
import type { ResolvedProviders } from "./resolve-providers.ts"
import { type Environment, systemClock, systemIds } from "./system-ports.ts"
import { createTableRegistry } from "./table-files.ts"
import type { Tracing } from "./telemetry/tracing.ts"
import type { Log } from "./with-event-log.ts"

export interface AppOptions {
  readonly location: StorageLocation
  readonly config: ParsedConfig
  readonly env: Environment
  /** Saved keys, for providers without a key in the environment. */
  readonly credentials?: Credentials
  /** Folder of the user's own tables, in addition to the built-in ones. */
  readonly tables?: string
  /** The caller's models; they take precedence over built-in ones. */
  readonly own?: readonly Model[]
  /** Maximum number of discussions that this process runs at once; with 0 other processes run them all. */
  readonly workers: number
  /** Whether rehearsal models stream at reading speed. */
  readonly paced: boolean
  /** Whether URLs that clients supply may point to this machine or its private network. */
  readonly isLocal: boolean
  readonly onError: (error: unknown) => void
  /** Runs each step of a discussion, and measures how long it blocks. */
  readonly guard?: StepGuard | undefined
  /** Receives one line for each round, contribution and end of a discussion. */
  readonly log?: Log
  /** Wraps the store that discussions are written to, for metrics or recordings. */
  readonly instrumentStore?: (store: DiscussionStore) => DiscussionStore
  /** Wraps the models that discussions call, for recordings. */
  readonly wrapModels?: (models: Models) => Models
  readonly clock?: Clock
  readonly ids?: Ids
}

/** The services and background work of one process over one database. */
export interface App {
  readonly storage: Storage
  readonly keys: KeyStore
  readonly spend: SpendLedger
  readonly services: Services
  /** Undefined unless tracing is configured. */
  readonly traceRequest: TraceRequest | undefined
  /** Waits up to `graceMs` for turns in flight; another process or the next start continues the discussions. */
  close(graceMs: number): Promise<void>
}

export async function createApp(options: AppOptions): Promise<App> {
  const { location, config, env, workers, paced, isLocal, onError, clock = systemClock, ids = systemIds } = options
  const { own = [], log, instrumentStore = (store: DiscussionStore) => store } = options
  const tracing = await openTracing(env, onError)
  const { withEventLog } = log ? await import("./with-event-log.ts") : {}
  const wrapStore = (store: DiscussionStore) => {
    const traced = tracing ? tracing.wrapStore(store) : store
    return instrumentStore(log && withEventLog ? withEventLog(traced, log) : traced)
  }
  const storage = await openStorage(location, { clock, onError })
  const { keys, spend, idempotency, outbox, memberAnswers, maintenance } = storage
  const findModels = (providers: ResolvedProviders) =>
    availableModels({ providers, config, own, paced, clock, acp: { isLocal }, env })
  const providers = new ProviderRegistry({
    ...{ env, config, credentials: options.credentials },
    credentialsFile: options.credentials && credentialsPath(env),
    onChange: (changed) => {
      found = findModels(changed)
    },
  })
  let found = findModels(providers.current)
  const { wrapModels = (given: Models) => given } = options
  const available = wrapModels({ find: (name) => found.find(name) })
  const models = tracing ? tracing.wrapModels(available, clock) : available
  const modelsOf = (organisationId: string) =>
    spendLimitedModels(models, spend, { organisationId, clock, onFault: onError })
  const { guard } = options
  const engine = await DurableEngine.open({ storage, models: modelsOf, clock, workers, guard, wrapStore, onError })
  const defaults = tableDefaults(config, createTableRegistry(options.tables))

  const open = (organisationId: string): OrganisationServices => {
    const { list, agents, projects, squad, webhooks } = storage.organisation(organisationId)
    return {
      engine: engine.forOrganisation(organisationId),
      discussions: list,
      placeOf: (discussionId) => list.placeOf(discussionId),
      tableDefaults: defaults,
      resources: { agents, projects, squad, webhooks, checkWebhookUrl: isLocal ? undefined : checkWebhookUrl },
    }
  }
  const organisations = new Map<string, OrganisationServices>()
  const forOrganisation = (organisationId: string) => {
    const known = organisations.get(organisationId) ?? open(organisationId)
    organisations.set(organisationId, known)
    return known
  }

  if (workers > 0) {
    await memberAnswers.work({
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
  const sender = new WebhookSender({ outbox, fetch: lazyFetch(isLocal), clock, onFault: onError })
  const stopMaintenance = startMaintenance(maintenance, clock, onError)

  return {
    storage,
    keys,
    spend,
    traceRequest: tracing?.traceRequests(clock),
    services: {
      clock,
      ids,
      idempotency,
      forOrganisation,
      models: async () =>
        (await import("../models/discovery.ts")).discover({ settings: providers.current, models, own }),
      providers,
      readiness: {
        database: () => storage.check(),
        writes: () => storage.checkWrites(),
        workers: async () => {
          if (workers > 0 || (await storage.hasWorkers())) return
          throw new ConclaveError("INITIALIZATION_FAILED", "no worker is running; start `conclave worker`")
        },
      },
    },
    async close(graceMs) {
      stopMaintenance()
      await sender.stop()
      await Promise.all([engine.close(graceMs), memberAnswers.stop(graceMs)])
      await storage.close()
      await tracing?.stop()
    },
  }
}

async function checkWebhookUrl(url: string): Promise<void> {
  return (await import("../models/guard/guarded-fetch.ts")).checkPublicUrl(url)
}

/** Loaded on demand: only if the environment names a collector. */
async function openTracing(env: Environment, onError: (error: unknown) => void): Promise<Tracing | undefined> {
  if (!Object.keys(env).some((name) => name.startsWith("OTEL_EXPORTER_OTLP"))) return undefined
  const { telemetrySettings } = await import("./telemetry/otlp-settings.ts")
  const settings = telemetrySettings(env)
  return settings && new (await import("./telemetry/tracing.ts")).Tracing(settings, onError)
}

/** Periodic work that any process may do. Returns a function that stops it. */
function startMaintenance(
  { timeOutPrompts, dropOld }: Maintenance,
  clock: Clock,
  onError: (error: unknown) => void,
): () => void {
  const stops = [every(10_000, timeOutPrompts), every(600_000, dropOld)]

  function every(ms: number, work: () => Promise<unknown>): () => void {
    let cancel = () => {}
    let stopped = false
    const later = () => {
      if (!stopped) cancel = clock.after(ms, () => void work().catch(onError).finally(later))
    }
    later()
    return () => {
      stopped = true
      cancel()
    }
  }
  return () => {
    for (const stop of stops) stop()
  }
}
