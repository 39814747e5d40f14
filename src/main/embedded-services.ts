import { discover } from "../models/discovery.ts"
import type { Model } from "../ports/model.ts"
import type { OrganisationServices, Services } from "../server/index.ts"
import { MemoryDiscussionList } from "../stores/memory/memory-discussion-list.ts"
import { MemoryIdempotencyStore } from "../stores/memory/memory-idempotency-store.ts"
import { availableModels } from "./available-models.ts"
import { appOptions, type ConclaveOptions } from "./conclave.ts"
import { parseConfig, tableDefaults } from "./config.ts"
import { createMemoryEngine } from "./embedded-engine.ts"
import { resolveProviders } from "./resolve-providers.ts"
import { systemClock, systemEnvironment, systemIds } from "./system-ports.ts"
import { createTableRegistry } from "./table-files.ts"
import { assertNodeVersion } from "./version.ts"

export interface EmbeddedServices extends Services {
  /** Stops all running discussions. */
  close(): void
}

/** Options for services. Wrap AI SDK models with `fromLanguageModel`. */
export interface ServiceOptions extends Omit<ConclaveOptions, "record" | "models" | "data" | "database" | "workers"> {
  /** Your own models; they take precedence over built-in ones. */
  readonly models?: readonly Model[]
}

/** Services for a server over a database; discussions continue after a restart. */
export async function openServices(
  options: ServiceOptions &
    Pick<ConclaveOptions, "workers"> &
    ({ readonly data: string } | { readonly database: string }),
): Promise<Services & { close(graceMs?: number): Promise<void> }> {
  assertNodeVersion()
  const { createApp } = await import("./app.ts")
  const app = await createApp(appOptions(options, options.models ?? []))
  return { ...app.services, close: (graceMs = 1_000) => app.close(graceMs) }
}

/** In-memory services for a server, separate for each organisation. */
export function embeddedServices(options: ServiceOptions = {}): EmbeddedServices {
  assertNodeVersion()
  const { clock = systemClock, ids = systemIds, env = systemEnvironment(), models: own = [], paced = false } = options
  const config = parseConfig(options.config ?? {})
  const providers = resolveProviders(env, config, options.credentials)
  const models = availableModels({ providers, config, own, paced, clock, env })
  const defaults = tableDefaults(config, createTableRegistry(options.tables))
  const stops: (() => void)[] = []
  const idempotency = new MemoryIdempotencyStore(clock)
  const organisations = new Map<string, OrganisationServices>()

  const open = (): OrganisationServices => {
    const { context, store, stop } = createMemoryEngine(models, clock, (answer) => idempotency.store(answer))
    stops.push(stop)
    return { engine: context, discussions: new MemoryDiscussionList(store), tableDefaults: defaults }
  }

  return {
    clock,
    ids,
    idempotency,
    models: () => discover({ settings: providers, models, own }),
    readiness: {},
    forOrganisation(id) {
      const known = organisations.get(id) ?? open()
      organisations.set(id, known)
      return known
    },
    close: () => {
      for (const stop of stops) stop()
    },
  }
}
