import type { SettingSource } from "../cli/command.ts"
import { processDefaults } from "../cli/common-options.ts"
import { findProvider, type ProviderName } from "../models/providers/list.ts"
import { credentialsPath } from "./credentials.ts"
import { type ProcessFlags, type ProcessSettings, processVariables, readProcessSettings } from "./process-settings.ts"
import { resolveProviders } from "./resolve-providers.ts"
import { type Environment, systemEnvironment } from "./system-ports.ts"

type Place = keyof typeof processVariables

/** Every value that this process goes by, and where it comes from. Keys and passwords are not shown. */
export async function settingSources(
  flags: ProcessFlags,
  env: Environment,
  folder: string,
): Promise<readonly SettingSource[]> {
  const settings = await readProcessSettings(flags, env, folder)
  const { config, configPath, fileLocations, location, host, port, tables } = settings
  const file = configPath ?? ""
  /** In the order in which they win. */
  const fromOf = (...places: readonly Place[]): string => {
    const flag = places.find((place) => flags[place] !== undefined)
    if (flag) return `--${flag}`
    const variable = places.find((place) => env[processVariables[place]]?.trim())
    if (variable) return variableSource(processVariables[variable])
    return places.some((place) => fileLocations[place] !== undefined) ? file : "default"
  }
  const kept =
    "url" in location
      ? { name: "database", value: withoutPassword(location.url) }
      : { name: "data", value: location.data }
  const inFile = leaves(config).map(([name, value]) => ({ name, value, from: file }))
  const defaults = [
    { name: "model", value: "rehearsal/auto", from: "default" },
    { name: "server.workers", value: String(processDefaults.workers), from: "default" },
  ]
  return [
    { name: "config", value: configPath ?? "none", from: flags.config === undefined ? "default" : "--config" },
    { ...kept, from: fromOf("database", "data") },
    { name: "host", value: host, from: fromOf("host") },
    { name: "port", value: String(port), from: fromOf("port") },
    { name: "tables", value: tables, from: "beside the configuration" },
    ...defaults.filter(({ name }) => !inFile.some((one) => one.name === name)),
    ...inFile,
    ...providerSources(env, settings),
  ]
}

function providerSources(env: Environment, { config, credentials }: ProcessSettings): readonly SettingSource[] {
  const providers = resolveProviders(env, config, credentials)
  return (Object.keys(providers) as ProviderName[]).flatMap((provider) => {
    const { apiKey, baseUrl } = findProvider(provider).variables
    const address = baseUrl.find((name) => env[name]?.trim())
    const kept = credentials[provider]
    const isUsed = providers[provider]?.apiKey !== undefined
    const key = { name: `${provider} key`, value: isUsed ? "set" : `not used: it was given for ${kept?.origin}` }
    const isInEnvironment = apiKey !== undefined && env[apiKey]?.trim()
    return [
      ...(isInEnvironment ? [{ ...key, from: variableSource(apiKey) }] : []),
      ...(kept && !isInEnvironment ? [{ ...key, from: credentialsPath(env) }] : []),
      ...(address
        ? [{ name: `${provider} address`, value: withoutPassword(env[address]!.trim()), from: variableSource(address) }]
        : []),
    ]
  })
}

/** Variables of the process win over the file, also empty ones. */
function variableSource(name: string): string {
  return systemEnvironment()[name] === undefined ? `${name} in .env` : `${name} in the environment`
}

/** What a file sets, by its path in it. */
function leaves(value: object, path = ""): readonly (readonly [string, string])[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = `${path}${key}`
    if (inner === undefined) return []
    if (typeof inner === "object" && !Array.isArray(inner)) return leaves(inner, `${name}.`)
    // An agent's arguments may hold a key.
    if (/^acp\..+\.command$/.test(name)) return [[name, inner.length > 1 ? `${inner[0]} …` : inner[0]] as const]
    if (typeof inner !== "string") return [[name, JSON.stringify(inner)] as const]
    return [[name, /^\w+:\/\//.test(inner) ? withoutPassword(inner) : inner] as const]
  })
}

function withoutPassword(address: string): string {
  // Some are given as host:port alone.
  const url = /^\w+:\/\//.test(address) ? URL.parse(address) : URL.parse(`http://${address}`)
  if (!url) return "an address that cannot be read"
  if (url.password !== "") url.password = "hidden"
  for (const name of [...url.searchParams.keys()]) {
    if (/key|token|secret|password/i.test(name)) url.searchParams.set(name, "hidden")
  }
  return url.href
}
