import { ConclaveError } from "../../core/errors.ts"
import type { Model } from "../../ports/model.ts"
import { assertInstalled } from "../own-packages.ts"
import { findProvider, isProviderName, type ProviderName, providerNames } from "./list.ts"
import { providerModel } from "./provider-model.ts"

export { findProvider, isProviderName, type OwnProvider, type ProviderName, providerNames, serverName } from "./list.ts"
export type { Provider } from "./provider.ts"

const maxCachedModels = 100

/**
 * Models by name `provider/model`; undefined where the prefix is no provider of ours. Throws MODEL_UNAVAILABLE, naming
 * the environment variable to set, where the key or the base URL is missing.
 */
export function providerModels(settings: Partial<Record<ProviderName, ProviderSettings>>) {
  const cache = new Map<string, Model>()
  return {
    names: [...new Set([...providerNames, ...Object.keys(settings)])].map((name) => `${name}/…`),
    find(id: string): Model | undefined {
      const slash = id.indexOf("/")
      const name = id.slice(0, slash)
      const model = id.slice(slash + 1).trim()
      if (slash < 0 || !isProviderName(name) || model === "") return undefined
      const known = cache.get(id)
      if (known) return known
      const given = settings[name] ?? {}
      const missing = missingVariable(name, given)
      if (missing) {
        const problems = [{ field: "model", message: `set ${missing}`, values: { variable: missing } }]
        throw new ConclaveError("MODEL_UNAVAILABLE", `${id} needs ${missing} to be set`, { problems })
      }
      const provider = findProvider(name)
      assertInstalled(id, provider.ownPackage)
      const made = providerModel({
        name,
        provider,
        model,
        apiKey: given.apiKey ?? "",
        baseUrl: resolveBaseUrl(name, given),
        // Looked up at each call, so that whoever replaces the global one is heard.
        fetch: given.fetch ?? ((input, init) => fetch(input, init)),
        headers: given.headers ?? {},
      })
      // Names come from outside: those asked for longest ago make room.
      if (cache.size >= maxCachedModels) cache.delete(cache.keys().next().value ?? "")
      cache.set(id, made)
      return made
    },
  }
}

export interface ProviderSettings {
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly fetch?: typeof fetch
  readonly headers?: Record<string, string>
}

/** What must be set before a provider can be called; undefined where nothing is missing. */
export function missingVariable(name: ProviderName, settings: ProviderSettings): string | undefined {
  const { requires, variables } = findProvider(name)
  const missing = requires?.find((setting) => !settings[setting])
  return missing === "baseUrl" ? variables.baseUrl[0] : missing && variables.apiKey
}

/**
 * Where a provider listens, without a slash at the end. A scheme may be left out (`OLLAMA_HOST` usually does), and an
 * address without a path gets the one that the provider's own clients add.
 */
export function resolveBaseUrl(name: ProviderName, settings: ProviderSettings): string {
  const { defaultUrl, defaultPath = "", variables, normalizeUrl } = findProvider(name)
  const given = settings.baseUrl?.trim()
  if (!given) return defaultUrl
  const address = /^https?:\/\//i.test(given) ? given : `http://${given.replace(/^:/, "127.0.0.1:")}`
  if (!URL.canParse(address)) {
    const message = `${variables.baseUrl[0]} is not an address such as http://127.0.0.1:8080/v1`
    throw new ConclaveError("MODEL_UNAVAILABLE", message)
  }
  const url = new URL(address)
  normalizeUrl?.(url, given)
  url.pathname = url.pathname.replace(/\/+$/, "") || defaultPath
  return url.href.replace(/\/+$/, "")
}

/** Whether it runs on this machine, where two calls at once are each slower than one after the other. */
export function isLocal(name: ProviderName, settings: ProviderSettings): boolean {
  const { local } = findProvider(name)
  if (local !== "by-address" || settings.baseUrl === undefined) return local === "always"
  try {
    const { hostname } = new URL(resolveBaseUrl(name, settings))
    return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname)
  } catch {
    return false // an address that is none is said so when a model there is asked for
  }
}
