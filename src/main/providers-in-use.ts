import {
  type ProviderName,
  type ProviderSettings,
  providerNames,
  providerVariables,
} from "../models/providers/index.ts"
import type { ReadConfig } from "./config.ts"
import type { Environment } from "./environment.ts"

export type ProvidersInUse = Readonly<Record<ProviderName, ProviderSettings>>

/** Keys from the environment alone; addresses from the environment, else from the configuration. */
export function providersInUse(env: Environment, config: ReadConfig): ProvidersInUse {
  const settings = (name: ProviderName): ProviderSettings => {
    const variables = providerVariables[name]
    const apiKey = variables.apiKey === undefined ? undefined : given(env, variables.apiKey)
    const variable = variables.baseUrl.find((candidate) => given(env, candidate) !== undefined)
    const baseUrl = variable === undefined ? config.providers?.[name]?.base_url : given(env, variable)
    return { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) }
  }
  return Object.fromEntries(providerNames.map((name) => [name, settings(name)])) as Record<
    ProviderName,
    ProviderSettings
  >
}

function given(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}
