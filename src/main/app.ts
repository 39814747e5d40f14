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
import type { ParsedConfig } from "./config.ts"
import { tableDefaults } from "./config.ts"
import { type Credentials, credentialsPath } from "./credentials.ts"
import { DurableEngine } from "./durable-engine.ts"
import { openStorage, type StorageLocation } from "./open-storage.ts"
import { ProviderRegistry } from "./provider-registry.ts"
import type { ResolvedProviders } from "./resolve-providers.ts"
import type { Environment } from "./system-ports.ts"
import { systemClock, systemIds } from "./system-ports.ts"
import { createTableRegistry } from "./table-files.ts"
import type { Tracing } from "./telemetry/tracing.ts"
import type { Log } from "./with-event-log.ts"

export interface AppOptions {
  readonly location: StorageLocation
  readonly config: ParsedConfig
  readonly env: Environment
  /** Keys that are kept, where the environment has none. */
  readonly credentials?: Credentials
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
  /** Sees how long steps of discussions take. */
  readonly guard?: StepGuard | undefined
  /** Where rounds, contributions and ends are told in a line each. */
  readonly log?: Log
  /** Wraps what discussions are written through, to count what this process does. */
  readonly instrumentStore?: (store: DiscussionStore) => DiscussionStore
  /** Wraps what discussions ask, to write it down. */
  readonly wrapModels?: (models: Models) => Models
  readonly clock?: Clock
  readonly ids?: Ids
}

/** Everything of one process over one database. */
export interface App {
  readonly storage: Storage
  readonly keys: KeyStore
  readonly spend: SpendLedger
  readonly services: Services
  /** Where traces are recorded. */
  readonly traceRequest: TraceRequest | undefined
  /** Lets what is being said be said for as long as given, and leaves the rest to others or to the next start. */
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
  const sender = new WebhookSender({
    outbox,
    fetch: lazyFetch(isLocal),
    clock,
    onFault: onError,
  })
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
          throw new ConclaveError("INITIALIZATION_FAILED", "no process runs discussions; start `conclave worker`")
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

/** Loaded only where the environment names a collector. */
async function openTracing(env: Environment, onError: (error: unknown) => void): Promise<Tracing | undefined> {
  if (!Object.keys(env).some((name) => name.startsWith("OTEL_EXPORTER_OTLP"))) return undefined
  const { telemetrySettings } = await import("./telemetry/otlp-settings.ts")
  const settings = telemetrySettings(env)
  return settings && new (await import("./telemetry/tracing.ts")).Tracing(settings, onError)
}

/** What has to be done from time to time; every process may do it. Gives how to stop it. */
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
