import type { SettingSource } from "../cli/command.ts"
import { processDefaults } from "../cli/common-options.ts"
import { defaultModel } from "../core/formats/index.ts"
import { findProvider, type ProviderName } from "../models/providers/list.ts"
import { credentialsPath } from "./credentials.ts"
import { type ProcessFlags, type ProcessSettings, processVariables, readProcessSettings } from "./process-settings.ts"
import { resolveProviders } from "./resolve-providers.ts"
import { type Environment, systemEnvironment } from "./system-ports.ts"

type SettingName = keyof typeof processVariables

/** Every setting of this process and its source. Keys and passwords are not shown. */
export async function settingSources(
  flags: ProcessFlags,
  env: Environment,
  folder: string,
): Promise<readonly SettingSource[]> {
  const settings = await readProcessSettings(flags, env, folder)
  const { config, configPath, fileLocations, location, host, port, tables } = settings
  const file = configPath ?? ""
  /** The source of the first of these settings that is set, by precedence. */
  const fromOf = (...names: readonly SettingName[]): string => {
    const flag = names.find((name) => flags[name] !== undefined)
    if (flag) return `--${flag}`
    const variable = names.find((name) => env[processVariables[name]]?.trim())
    if (variable) return variableSource(processVariables[variable])
    return names.some((name) => fileLocations[name] !== undefined) ? file : "default"
  }
  const storage =
    "url" in location
      ? { name: "database", value: withoutPassword(location.url) }
      : { name: "data", value: location.data }
  const inFile = leaves(config).map(([name, value]) => ({ name, value, from: file }))
  const defaults = [
    { name: "model", value: defaultModel, from: "default" },
    { name: "server.workers", value: String(processDefaults.workers), from: "default" },
  ]
  return [
    { name: "config", value: configPath ?? "none", from: flags.config === undefined ? "default" : "--config" },
    { ...storage, from: fromOf("database", "data") },
    { name: "host", value: host, from: fromOf("host") },
    { name: "port", value: String(port), from: fromOf("port") },
    { name: "tables", value: tables, from: "next to the configuration" },
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
    const saved = credentials[provider]
    const isUsed = providers[provider]?.apiKey !== undefined
    const key = { name: `${provider} key`, value: isUsed ? "set" : `not used: it was saved for ${saved?.origin}` }
    const isInEnvironment = apiKey !== undefined && env[apiKey]?.trim()
    return [
      ...(isInEnvironment ? [{ ...key, from: variableSource(apiKey) }] : []),
      ...(saved && !isInEnvironment ? [{ ...key, from: credentialsPath(env) }] : []),
      ...(address
        ? [{ name: `${provider} address`, value: withoutPassword(env[address]!.trim()), from: variableSource(address) }]
        : []),
    ]
  })
}

/** A variable of the process, even an empty one, wins over `.env`. */
function variableSource(name: string): string {
  return systemEnvironment()[name] === undefined ? `${name} in .env` : `${name} in the environment`
}

/** The values of a file by their path in it. */
function leaves(value: object, path = ""): readonly (readonly [string, string])[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = `${path}${key}`
    if (inner === undefined) return []
    if (typeof inner === "object" && !Array.isArray(inner)) return leaves(inner, `${name}.`)
    // The arguments may contain a key.
    if (/^acp\..+\.command$/.test(name)) return [[name, inner.length > 1 ? `${inner[0]} …` : inner[0]] as const]
    if (typeof inner !== "string") return [[name, JSON.stringify(inner)] as const]
    return [[name, /^\w+:\/\//.test(inner) ? withoutPassword(inner) : inner] as const]
  })
}

function withoutPassword(address: string): string {
  // The scheme may be missing: host:port.
  const url = /^\w+:\/\//.test(address) ? URL.parse(address) : URL.parse(`http://${address}`)
  if (!url) return "an invalid URL"
  if (url.password !== "") url.password = "hidden"
  for (const name of [...url.searchParams.keys()]) {
    if (/key|token|secret|password/i.test(name)) url.searchParams.set(name, "hidden")
  }
  return url.href
}
