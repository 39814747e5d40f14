import { ConclaveError } from "../core/errors.ts"
import { closestMatch } from "../core/validation.ts"
import { a2aModels } from "../models/a2a/index.ts"
import { type AcpOptions, acpModels } from "../models/acp/index.ts"
import type { Discovery } from "../models/discovery.ts"
import { isLocal, type ProviderName, providerModels } from "../models/providers/index.ts"
import { rehearsalModel, rehearsalNames } from "../models/rehearsal/index.ts"
import { Semaphore, withConcurrency } from "../models/semaphore.ts"
import type { Clock } from "../ports/clock.ts"
import type { Model, Models } from "../ports/model.ts"
import { type ParsedConfig, providerConfig } from "./config.ts"
import type { ProcessSettings } from "./process-settings.ts"
import { type ResolvedProviders, resolveProviders } from "./resolve-providers.ts"
import type { Environment } from "./system-ports.ts"
import { systemClock } from "./system-ports.ts"

export interface AvailableModelsOptions {
  readonly providers: ResolvedProviders
  readonly config: ParsedConfig
  /** Found before all others. */
  readonly own: readonly Model[]
  /** Rehearsal models speak at a pace that can be read along. */
  readonly paced: boolean
  readonly clock: Clock
  /** Agents of this machine as models; none where it is left out. */
  readonly acp?: Pick<AcpOptions, "isLocal">
  /** The keys of agents elsewhere. */
  readonly env: Environment
}

/** Every model that can be seated, by name. */
export function availableModels({ providers, config, own, paced, clock, acp, env }: AvailableModelsOptions): Models {
  const known = providerModels(providers)
  const semaphores = createSemaphores(providers, config)
  return modelCatalogue([
    { names: own.map((model) => model.id), find: (name) => own.find((model) => model.id === name) },
    { names: rehearsalNames, find: (name) => rehearsalModel(name, paced ? { pause: sleepWith(clock) } : {}) },
    {
      names: known.names,
      find(name) {
        const model = known.find(name)
        const gate = semaphores.get(name.slice(0, name.indexOf("/")))
        return model && gate ? withConcurrency(model, gate) : model
      },
    },
    ...(acp ? [acpModels({ ...acp, env, agents: config.acp ?? {} })] : []),
    a2aModels({ isLocal: acp?.isLocal ?? false, env, agents: config.a2a ?? {} }),
  ])
}

/** Which providers and models there are, and with `checksKeys` whether providers take their keys. */
export async function discoverModels(
  { config, credentials }: Pick<ProcessSettings, "config" | "credentials">,
  env: Environment,
  asked?: { readonly checksKeys?: boolean },
): Promise<Discovery> {
  const settings = resolveProviders(env, config, credentials)
  const models = availableModels({ providers: settings, config, own: [], paced: false, clock: systemClock, env })
  const { discover } = await import("../models/discovery.ts")
  return discover({ settings, models, ...asked })
}

/** Why models cannot be used now, each reason once. */
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

/** A model on one's own machine is slower twice over when two calls share it, so it is asked one thing at a time. */
function createSemaphores(providers: ResolvedProviders, config: ParsedConfig): ReadonlyMap<string, Semaphore> {
  return new Map(
    Object.entries(providers).flatMap(([provider, settings]) => {
      const name = provider as ProviderName
      const places = providerConfig(config, name)?.concurrency ?? (isLocal(name, settings) ? 1 : undefined)
      return places === undefined ? [] : [[name, new Semaphore(places)] as const]
    }),
  )
}

function sleepWith(clock: Clock) {
  return (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const goOn = () => {
        cancel()
        signal.removeEventListener("abort", goOn)
        resolve()
      }
      const cancel = clock.after(ms, goOn)
      signal.addEventListener("abort", goOn)
    })
}

interface ModelSource {
  readonly names: readonly string[]
  find(name: string): Model | undefined
}

/** The models of several sources under one roof, looked up in the order given. */
export function modelCatalogue(sources: readonly ModelSource[]): Models {
  return {
    find(name) {
      for (const source of sources) {
        const model = source.find(name)
        if (model) return model
      }
      throw new ConclaveError("MODEL_UNKNOWN", `no model is called "${name}"; ${hint(name, sources)}`)
    },
  }
}

function hint(name: string, sources: readonly ModelSource[]): string {
  const names = sources.flatMap((source) => source.names)
  const near = closestMatch(name, names)
  if (near) return `did you mean "${near}"?`
  return `a model is named provider/model; known are ${names.join(", ")}`
}
