import {
  findProvider,
  isProviderName,
  type ProviderName,
  type ProviderSettings,
  providerNames,
} from "../models/providers/index.ts"
import { type ParsedConfig, providerConfig } from "./config.ts"
import type { Environment } from "./environment.ts"

export type ResolvedProviders = Readonly<Record<ProviderName, ProviderSettings>>

/** Keys from the environment alone; addresses from the environment, else from the configuration. */
export function resolveProviders(env: Environment, config: ParsedConfig): ResolvedProviders {
  const settings = (name: ProviderName): ProviderSettings => {
    const { variables } = findProvider(name)
    const apiKey = variables.apiKey === undefined ? undefined : envValue(env, variables.apiKey)
    const variable = variables.baseUrl.find((candidate) => envValue(env, candidate) !== undefined)
    const baseUrl = variable === undefined ? providerConfig(config, name)?.base_url : envValue(env, variable)
    return { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) }
  }
  const names = [...providerNames, ...namedServers(env, config)]
  return Object.fromEntries(names.map((name) => [name, settings(name)])) as ResolvedProviders
}

/** `COMPATIBLE_LAB_BASE_URL` names the server `compatible:lab`, as its name in the configuration does. */
function namedServers(env: Environment, { providers }: ParsedConfig): readonly ProviderName[] {
  const inFile = Object.keys(providers?.compatible?.servers ?? {})
  const inEnvironment = Object.keys(env).flatMap((variable) => {
    const name = envValue(env, variable) && /^COMPATIBLE_(\w+)_BASE_URL$/.exec(variable)?.[1]
    return name ? [name.toLowerCase().replaceAll("_", "-")] : []
  })
  return [...new Set([...inFile, ...inEnvironment])].map((name) => `compatible:${name}`).filter(isProviderName)
}

function envValue(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}
