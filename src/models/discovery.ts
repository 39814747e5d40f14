import type { Model, Models } from "../ports/model.ts"
import { type LocalModel, listCompatibleModels, listOllamaModels } from "./discovery-servers.ts"
import { suggestedModels } from "./discovery-suggestions.ts"
import { pricePerMillion, type TokenPrice } from "./prices.ts"
import {
  baseUrlOf,
  missingVariable,
  type ProviderName,
  type ProviderSettings,
  providerNames,
} from "./providers/index.ts"
import { rehearsalModelsInfo } from "./rehearsal/index.ts"

export interface FoundProvider {
  readonly name: ProviderName
  readonly ready: boolean
  /** What to do so that it can be used. */
  readonly missing?: string
  /** Where it is asked; never with a user or key in it. */
  readonly baseUrl?: string
  /** Why it could not be asked what it has. */
  readonly problem?: string
}

export interface FoundModel {
  readonly id: string
  readonly provider: string
  /** Whether votes are asked for as objects. */
  readonly structured: boolean
  /** Whether it thinks before it speaks; absent where nobody says. */
  readonly reasoning?: boolean
  /** The most tokens that a prompt and its answer may have; absent where nobody says. */
  readonly contextTokens?: number
  /** US dollars for a million tokens; absent where nobody says. */
  readonly price?: TokenPrice
  /** Speaks by itself, without any model behind it. */
  readonly rehearsal?: true
  /** Known by name only: the provider has many more, and was not asked. */
  readonly suggested?: true
  readonly note?: string
}

export interface Discovery {
  readonly providers: readonly FoundProvider[]
  readonly models: readonly FoundModel[]
}

export interface DiscoverOptions {
  readonly settings: Readonly<Record<ProviderName, ProviderSettings>>
  /** Says what a model can do. */
  readonly models: Models
  /** Brought along by whoever asks. */
  readonly own?: readonly Model[]
  readonly timeoutMs?: number
}

/** Which providers can be used and which models are there. Asks local servers, briefly; never throws. */
export async function discover({ settings, models, own = [], timeoutMs = 2_000 }: DiscoverOptions): Promise<Discovery> {
  const found = await Promise.all(
    providerNames.map((name) => discoverProvider(name, settings[name], AbortSignal.timeout(timeoutMs))),
  )
  const described = await Promise.all(
    found.flatMap(({ provider, local }) =>
      local.map(async ({ name, ...known }): Promise<FoundModel> => {
        const id = `${provider.name}/${name}`
        const price = await pricePerMillion(provider.name, name)
        const structured = isStructured(models, id)
        return { id, provider: provider.name, structured, ...known, ...(price && { price }) }
      }),
    ),
  )
  const brought = own.map(({ id, structured }): FoundModel => ({ id, provider: id.split("/")[0]!, structured }))
  return { providers: found.map(({ provider }) => provider), models: [...brought, ...described, ...rehearsal] }
}

const rehearsal = rehearsalModelsInfo.map(
  ({ name, description, structured }): FoundModel => ({
    id: name,
    provider: "rehearsal",
    structured,
    rehearsal: true,
    note: description,
  }),
)

interface ProviderDiscovery {
  readonly provider: FoundProvider
  readonly local: readonly (LocalModel & Pick<FoundModel, "suggested">)[]
}

async function discoverProvider(
  name: ProviderName,
  settings: ProviderSettings,
  signal: AbortSignal,
): Promise<ProviderDiscovery> {
  const missing = missingVariable(name, settings)
  if (missing !== undefined) return { provider: { name, ready: false, missing: `set ${missing}` }, local: [] }
  const url = tryResolveBaseUrl(name, settings)
  if (url === undefined) return { provider: { name, ready: false, problem: "its address is none" }, local: [] }
  const shown = settings.baseUrl === undefined && name !== "ollama" ? {} : { baseUrl: stripCredentials(url) }
  if (name !== "ollama" && name !== "compatible") {
    return { provider: { name, ready: true, ...shown }, local: await suggestedModels(name) }
  }
  const ask = { url, signal, ...settings }
  const answer = await (name === "ollama" ? listOllamaModels(ask) : listCompatibleModels(ask))
  if ("problem" in answer) return { provider: { name, ready: false, ...shown, ...answer }, local: [] }
  return { provider: { name, ready: true, ...shown }, local: answer.models }
}

function tryResolveBaseUrl(name: ProviderName, settings: ProviderSettings): string | undefined {
  try {
    return baseUrlOf(name, settings)
  } catch {
    return undefined
  }
}

function stripCredentials(address: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "")
}

function isStructured(models: Models, id: string): boolean {
  try {
    return models.find(id).structured
  } catch {
    return false
  }
}
