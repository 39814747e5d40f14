import { invalidField } from "../core/errors.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import { closestMatch } from "../core/validation.ts"
import {
  findProvider,
  isProviderName,
  type ProviderName,
  type ProviderSettings,
  providerNames,
  resolveBaseUrl,
} from "../models/providers/index.ts"
import { type ParsedConfig, providerConfig } from "./config.ts"
import type { Credentials } from "./credentials.ts"
import { type Environment, envValue } from "./system-ports.ts"

export type ResolvedProviders = Readonly<Record<ProviderName, ProviderSettings>>

/** Keys and URLs that were set while the process runs. */
type ProviderChanges = ReadonlyMap<ProviderName, Pick<ProviderSettings, "apiKey" | "baseUrl">>

/**
 * Changes win over the environment, and this over saved keys and configured URLs. A saved key is used only for the
 * origin it was saved for, and the environment's not for a changed URL.
 */
export function resolveProviders(
  env: Environment,
  config: ParsedConfig,
  credentials: Credentials = {},
  changes: ProviderChanges = new Map(),
): ResolvedProviders {
  const settings = (name: ProviderName): ProviderSettings => {
    const { variables } = findProvider(name)
    const changed = changes.get(name)
    const variable = variables.baseUrl.find((candidate) => envValue(env, candidate) !== undefined)
    const configured = variable === undefined ? providerConfig(config, name)?.base_url : envValue(env, variable)
    const baseUrl = changed?.baseUrl ?? configured
    if (variables.apiKey === undefined) return omitUndefined({ baseUrl })
    const inEnvironment = changed?.baseUrl === undefined ? envValue(env, variables.apiKey) : undefined
    const saved = credentials[name]?.origin === providerOrigin(name, baseUrl) ? credentials[name]?.key : undefined
    return omitUndefined({ apiKey: changed?.apiKey ?? inEnvironment ?? saved, baseUrl })
  }
  const names = [...providerNames, ...namedServers(env, config), ...changes.keys()]
  return Object.fromEntries(names.map((name) => [name, settings(name)])) as ResolvedProviders
}

/** Finds a provider that takes a key. Throws INPUT_INVALID for any other. */
export function findKeyedProvider(name: string) {
  const refuse = (message: string) => invalidField("provider", message)
  if (!isProviderName(name)) {
    const near = closestMatch(name, providerNames)
    const hint = near ? `did you mean "${near}"?` : `known are ${providerNames.join(", ")}`
    throw refuse(`unknown provider "${name.slice(0, 40)}"; ${hint}`)
  }
  const { title, variables } = findProvider(name)
  const { apiKey } = variables
  if (apiKey === undefined) throw refuse(`${title} needs no key`)
  return { name, title, variables: { ...variables, apiKey } }
}

/** The origin of a provider's API; undefined if no valid URL is set. */
export function providerOrigin(name: ProviderName, baseUrl: string | undefined): string | undefined {
  try {
    return new URL(resolveBaseUrl(name, baseUrl === undefined ? {} : { baseUrl })).origin
  } catch {
    return undefined
  }
}

/** Compatible servers by name: `COMPATIBLE_LAB_BASE_URL`, like `servers.lab` in the config, defines `compatible:lab`. */
function namedServers(env: Environment, { providers }: ParsedConfig): readonly ProviderName[] {
  const inFile = Object.keys(providers?.compatible?.servers ?? {})
  const inEnvironment = Object.keys(env).flatMap((variable) => {
    const name = envValue(env, variable) && /^COMPATIBLE_(\w+)_BASE_URL$/.exec(variable)?.[1]
    return name ? [name.toLowerCase().replaceAll("_", "-")] : []
  })
  return [...new Set([...inFile, ...inEnvironment])].map((name) => `compatible:${name}`).filter(isProviderName)
}
