import { ConclaveError } from "../core/errors.ts"
import { closestMatch } from "../core/validation.ts"
import { a2aModels } from "../models/a2a/index.ts"
import { type AcpOptions, acpModels } from "../models/acp/index.ts"
import type { Discovery } from "../models/discovery.ts"
import { isLocal, type ProviderName, providerModels } from "../models/providers/index.ts"
import { rehearsalModel, rehearsalNames } from "../models/rehearsal/index.ts"
import { Semaphore, withConcurrency } from "../models/semaphore.ts"
import { type Clock, sleep } from "../ports/clock.ts"
import type { Model, Models } from "../ports/model.ts"
import { type ParsedConfig, providerConfig } from "./config.ts"
import type { ProcessSettings } from "./process-settings.ts"
import { type ResolvedProviders, resolveProviders } from "./resolve-providers.ts"
import { type Environment, systemClock } from "./system-ports.ts"

export interface AvailableModelsOptions {
  readonly providers: ResolvedProviders
  readonly config: ParsedConfig
  /** The caller's models; they take precedence over all others. */
  readonly own: readonly Model[]
  /** Whether rehearsal models stream at reading speed. */
  readonly paced: boolean
  readonly clock: Clock
  /** Enables local agents (ACP) as models. */
  readonly acp?: Pick<AcpOptions, "isLocal">
  /** Holds the keys of remote agents (A2A). */
  readonly env: Environment
}

/** All models that a seat can use, by name. */
export function availableModels({ providers, config, own, paced, clock, acp, env }: AvailableModelsOptions): Models {
  const known = providerModels(providers)
  const semaphores = createSemaphores(providers, config)
  const pause = (ms: number, signal: AbortSignal) => sleep(clock, ms, signal)
  return modelCatalogue([
    { names: own.map((model) => model.id), find: (name) => own.find((model) => model.id === name) },
    { names: rehearsalNames, find: (name) => rehearsalModel(name, paced ? { pause } : {}) },
    {
      names: known.names,
      find(name) {
        const model = known.find(name)
        const semaphore = semaphores.get(name.slice(0, name.indexOf("/")))
        return model && semaphore ? withConcurrency(model, semaphore) : model
      },
    },
    ...(acp ? [acpModels({ ...acp, env, agents: config.acp ?? {} })] : []),
    a2aModels({ isLocal: acp?.isLocal ?? false, env, agents: config.a2a ?? {} }),
  ])
}

/** Lists providers and models; with `checksKeys` also validates the providers' keys. */
export async function discoverModels(
  { config, credentials }: Pick<ProcessSettings, "config" | "credentials">,
  env: Environment,
  options?: { readonly checksKeys?: boolean },
): Promise<Discovery> {
  const settings = resolveProviders(env, config, credentials)
  const models = availableModels({ providers: settings, config, own: [], paced: false, clock: systemClock, env })
  const { discover } = await import("../models/discovery.ts")
  return discover({ settings, models, ...options })
}

/** The distinct reasons why some of these models cannot be used now. */
export async function findUnavailable(
  names: readonly string[],
  { config, credentials }: Pick<ProcessSettings, "config" | "credentials">,
  env: Environment,
): Promise<readonly string[]> {
  const providers = resolveProviders(env, config, credentials)
  const acp = { isLocal: true }
  const models = availableModels({ providers, config, own: [], paced: false, clock: systemClock, acp, env })
  const found = await Promise.all(names.map((name) => models.find(name).check?.()))
  return [...new Set(found.filter((problem) => problem !== undefined))]
}

/** Local models get one call at a time by default: concurrent calls would slow each other down. */
function createSemaphores(providers: ResolvedProviders, config: ParsedConfig): ReadonlyMap<string, Semaphore> {
  return new Map(
    Object.entries(providers).flatMap(([provider, settings]) => {
      const name = provider as ProviderName
      const concurrency = providerConfig(config, name)?.concurrency ?? (isLocal(name, settings) ? 1 : undefined)
      return concurrency === undefined ? [] : [[name, new Semaphore(concurrency)] as const]
    }),
  )
}

interface ModelSource {
  readonly names: readonly string[]
  find(name: string): Model | undefined
}

/** Looks models up in several sources, in the given order. */
export function modelCatalogue(sources: readonly ModelSource[]): Models {
  return {
    find(name) {
      for (const source of sources) {
        const model = source.find(name)
        if (model) return model
      }
      const names = sources.flatMap((source) => source.names)
      const near = closestMatch(name, names)
      const hint = near ? `did you mean "${near}"?` : `use provider/model; known are ${names.join(", ")}`
      throw new ConclaveError("MODEL_UNKNOWN", `unknown model "${name}"; ${hint}`)
    },
  }
}
