import { ConclaveError } from "../../core/errors.ts"
import type { Model } from "../../ports/model.ts"
import { assertInstalled } from "../own-packages.ts"
import { findProvider, isProviderName, type ProviderName, providerNames } from "./list.ts"
import { providerModel } from "./provider-model.ts"
import { missingVariable, type ProviderSettings, resolveBaseUrl } from "./provider-settings.ts"

export { findProvider, isProviderName, type OwnProvider, type ProviderName, providerNames, serverName } from "./list.ts"
export type { Provider } from "./provider.ts"
export { isLocal, missingVariable, type ProviderSettings, resolveBaseUrl } from "./provider-settings.ts"

const maxCachedModels = 100

interface ProviderModels {
  readonly names: readonly string[]
  find(name: string): Model | undefined
}

/**
 * Models by name `provider/model`; undefined where the prefix is no provider of ours. Throws MODEL_UNAVAILABLE, naming
 * the environment variable to set, where the key or the base URL is missing.
 */
export function providerModels(settings: Partial<Record<ProviderName, ProviderSettings>>): ProviderModels {
  const cache = new Map<string, Model>()
  return {
    names: [...new Set([...providerNames, ...Object.keys(settings)])].map((name) => `${name}/…`),
    find(id) {
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
