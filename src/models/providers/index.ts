import { ConclaveError } from "../../core/errors.ts"
import type { Model } from "../../ports/model.ts"
import { assertInstalled } from "../own-packages.ts"
import { findProvider, isProviderName, type ProviderName, providerNames } from "./list.ts"
import { providerModel } from "./provider-model.ts"

export { findProvider, isProviderName, type OwnProvider, type ProviderName, providerNames, serverName } from "./list.ts"
export type { Provider } from "./provider.ts"

const maxCachedModels = 100

/**
 * Models by name `provider/model`; undefined for an unknown provider. Throws MODEL_UNAVAILABLE with the environment
 * variable to set if the key or base URL is missing.
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
      const created = providerModel({
        name,
        provider,
        model,
        apiKey: given.apiKey ?? "",
        baseUrl: resolveBaseUrl(name, given),
        // Looked up at each call, so that a replaced global fetch takes effect.
        fetch: given.fetch ?? ((input, init) => fetch(input, init)),
        headers: given.headers ?? {},
      })
      // Names come from users: evict the oldest.
      if (cache.size >= maxCachedModels) cache.delete(cache.keys().next().value ?? "")
      cache.set(id, created)
      return created
    },
  }
}

export interface ProviderSettings {
  readonly apiKey?: string
  readonly baseUrl?: string
  readonly fetch?: typeof fetch
  readonly headers?: Record<string, string>
}

/** The environment variable that is still missing, if any. */
export function missingVariable(name: ProviderName, settings: ProviderSettings): string | undefined {
  const { requires, variables } = findProvider(name)
  const missing = requires?.find((setting) => !settings[setting])
  return missing === "baseUrl" ? variables.baseUrl[0] : missing && variables.apiKey
}

/**
 * The provider's base URL without a trailing slash. The scheme is optional (`OLLAMA_HOST` usually has none), and a
 * missing path is completed as the provider's own clients do.
 */
export function resolveBaseUrl(name: ProviderName, settings: ProviderSettings): string {
  const { defaultUrl, defaultPath = "", variables, normalizeUrl } = findProvider(name)
  const given = settings.baseUrl?.trim()
  if (!given) return defaultUrl
  const address = /^https?:\/\//i.test(given) ? given : `http://${given.replace(/^:/, "127.0.0.1:")}`
  if (!URL.canParse(address)) {
    const message = `${variables.baseUrl[0]} is not a valid address; it should look like http://127.0.0.1:8080/v1`
    throw new ConclaveError("MODEL_UNAVAILABLE", message)
  }
  const url = new URL(address)
  normalizeUrl?.(url, given)
  url.pathname = url.pathname.replace(/\/+$/, "") || defaultPath
  return url.href.replace(/\/+$/, "")
}

/** Whether it runs on this machine, where concurrent calls slow each other down. */
export function isLocal(name: ProviderName, settings: ProviderSettings): boolean {
  const { local } = findProvider(name)
  if (local !== "by-address" || settings.baseUrl === undefined) return local === "always"
  try {
    const { hostname } = new URL(resolveBaseUrl(name, settings))
    return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname)
  } catch {
    return false // an invalid address is reported when a model is requested
  }
}
