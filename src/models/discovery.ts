import type { Model, Models } from "../ports/model.ts"
import { isInstalled } from "./own-packages.ts"
import { contextWindow, pricePerMillion, type TokenPrice } from "./prices.ts"
import {
  findProvider,
  missingVariable,
  type ProviderName,
  type ProviderSettings,
  resolveBaseUrl,
} from "./providers/index.ts"
import type { ListedModel } from "./providers/list-models.ts"
import { rehearsalModelsInfo } from "./rehearsal/index.ts"

export interface FoundProvider {
  readonly name: ProviderName
  /** Display name. */
  readonly title: string
  /** Whether it is a server that users run themselves. */
  readonly local: boolean
  readonly ready: boolean
  /** What is needed before it can be used. */
  readonly missing?: string
  /** The environment variable to set, with an example value unless it is a secret. */
  readonly variable?: string
  readonly example?: string
  /** Its address, without credentials. */
  readonly baseUrl?: string
  /** Why its models could not be listed. */
  readonly problem?: string
}

export interface FoundModel {
  readonly id: string
  readonly provider: string
  /** Whether votes are requested as structured output. */
  readonly structured: boolean
  /** Whether it is a reasoning model; absent if unknown. */
  readonly reasoning?: boolean
  /** Size of the context window; absent if unknown. */
  readonly contextTokens?: number
  /** US dollars per million tokens; absent if unknown. */
  readonly price?: TokenPrice
  /** Built in: no real model is called. */
  readonly rehearsal?: true
  /** A suggestion; the provider has more models and was not queried. */
  readonly suggested?: true
  readonly note?: string
}

/** The providers and models that are available. */
export interface Discovery {
  readonly providers: readonly FoundProvider[]
  readonly models: readonly FoundModel[]
}

export interface DiscoverOptions {
  readonly settings: Readonly<Record<ProviderName, ProviderSettings>>
  readonly models: Models
  readonly own?: readonly Model[]
  readonly timeoutMs?: number
  /** Also checks keys with hosted providers (default: only local servers are queried). */
  readonly checksKeys?: boolean
}

/** Finds usable providers and their models. Queries local servers with a short timeout; never throws. */
export async function discover(options: DiscoverOptions): Promise<Discovery> {
  const { settings, models, own = [], timeoutMs = 2_000, checksKeys = false } = options
  const found = await Promise.all(
    Object.entries(settings).map(([name, one]) =>
      discoverProvider(name as ProviderName, one, checksKeys, AbortSignal.timeout(timeoutMs)),
    ),
  )
  const described = await Promise.all(
    found.flatMap(({ provider, local }) =>
      local.map(async ({ name, ...known }): Promise<FoundModel> => {
        const id = `${provider.name}/${name}`
        const price = await pricePerMillion(provider.name, name)
        const structured = attempt(() => models.find(id).structured) ?? false
        return { id, provider: provider.name, structured, ...known, ...(price && { price }) }
      }),
    ),
  )
  const ownModels = own.map(({ id, structured }): FoundModel => ({ id, provider: id.split("/")[0]!, structured }))
  return { providers: found.map(({ provider }) => provider), models: [...ownModels, ...described, ...rehearsal] }
}

const rehearsal = rehearsalModelsInfo.map(
  ({ name: id, description: note, structured }) =>
    ({ id, provider: "rehearsal", structured, rehearsal: true, note }) satisfies FoundModel,
)

interface ProviderDiscovery {
  readonly provider: FoundProvider
  readonly local: readonly (ListedModel & Pick<FoundModel, "suggested">)[]
}

async function discoverProvider(
  name: ProviderName,
  settings: ProviderSettings,
  checksKeys: boolean,
  signal: AbortSignal,
): Promise<ProviderDiscovery> {
  const provider = findProvider(name)
  const { title, local, variables, exampleUrl: example, defaultUrl, listModels, unreachableHint, ownPackage } = provider
  const about = { name, title, local: local !== undefined }
  const address = { variable: variables.baseUrl[0], ...(example !== undefined && { example }) }
  const unusable = (why: Partial<FoundProvider>) => ({ provider: { ...about, ready: false, ...why }, local: [] })
  const missing = missingVariable(name, settings)
  if (missing !== undefined) {
    const wanted = missing === address.variable ? address : { variable: missing }
    return unusable({ missing: `set ${missing}`, ...wanted })
  }
  if (ownPackage !== undefined && !isInstalled(ownPackage))
    return unusable({ missing: `run npm install ${ownPackage}` })
  const url = attempt(() => resolveBaseUrl(name, settings))
  if (url === undefined) return unusable({ problem: `the address is invalid; check ${address.variable}`, ...address })
  const isShown = settings.baseUrl !== undefined || (local !== undefined && defaultUrl !== "")
  const shown = isShown ? { baseUrl: stripCredentials(url) } : {}
  if (!listModels) {
    const { checkAccess } = checksKeys ? await import("./providers/check-access.ts") : {}
    const problem = await checkAccess?.({ name, provider, ...settings, url, signal })
    if (problem !== undefined) return unusable({ ...shown, problem })
    return { provider: { ...about, ready: true, ...shown }, local: await suggestedModels(name) }
  }
  const answer = await listModels({ url, signal, ...settings })
  if (!("problem" in answer)) return { provider: { ...about, ready: true, ...shown }, local: answer.models }
  const advice = answer.silent && unreachableHint !== undefined ? `; ${unreachableHint}` : ""
  const problem = `${answer.problem}${advice}`
  const key =
    answer.refused && variables.apiKey !== undefined ? { missing: `set ${variables.apiKey} to a valid key` } : {}
  return unusable({ ...shown, problem, ...key, ...(answer.silent && address) })
}

async function suggestedModels(name: ProviderName): Promise<ProviderDiscovery["local"]> {
  return Promise.all(
    findProvider(name).suggestions.map(async (model) => {
      const contextTokens = await contextWindow(name, model)
      return { name: model, suggested: true, ...(contextTokens !== undefined && { contextTokens }) } as const
    }),
  )
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function stripCredentials(address: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "")
}
