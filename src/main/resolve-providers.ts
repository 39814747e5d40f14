import { type ProviderName, type ProviderSettings, providerNames, providers } from "../models/providers/index.ts"
import type { ParsedConfig } from "./config.ts"
import type { Environment } from "./environment.ts"

export type ResolvedProviders = Readonly<Record<ProviderName, ProviderSettings>>

/** Keys from the environment alone; addresses from the environment, else from the configuration. */
export function resolveProviders(env: Environment, config: ParsedConfig): ResolvedProviders {
  const settings = (name: ProviderName): ProviderSettings => {
    const variables = providers[name].variables
    const apiKey = variables.apiKey === undefined ? undefined : envValue(env, variables.apiKey)
    const variable = variables.baseUrl.find((candidate) => envValue(env, candidate) !== undefined)
    const baseUrl = variable === undefined ? config.providers?.[name]?.base_url : envValue(env, variable)
    return { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) }
  }
  return Object.fromEntries(providerNames.map((name) => [name, settings(name)])) as Record<
    ProviderName,
    ProviderSettings
  >
}

function envValue(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}
