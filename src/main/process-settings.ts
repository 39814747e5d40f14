import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { defaultConfigNames, processDefaults } from "../cli/common-options.ts"
import { invalidField } from "../core/errors.ts"
import type { ParsedConfig } from "./config.ts"
import type { ConfigFile } from "./config-file.ts"
import { type Credentials, credentialsPath, readCredentials } from "./credentials.ts"
import type { StorageLocation } from "./open-storage.ts"
import { type Environment, envValue } from "./system-ports.ts"

/** Settings of this process. Flags win over environment variables, and these over the file. */
export interface ProcessSettings {
  readonly config: ParsedConfig
  /** Undefined if there is no file. */
  readonly configPath?: string
  /** The user's saved provider keys. */
  readonly credentials: Credentials
  /** The user's own tables: a folder next to the configuration, which may not exist. */
  readonly tables: string
  readonly location: StorageLocation
  /** The file's data, database, host and port, even if a flag or variable overrides them. */
  readonly fileLocations: ConfigFile["locations"]
  readonly host: string
  readonly port: number
}

export interface ProcessFlags {
  readonly config?: string | undefined
  readonly data?: string | undefined
  readonly database?: string | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
}

/** Environment variables of the flags. */
export const processVariables = { data: "CONCLAVE_DATA", database: "DATABASE_URL", host: "HOST", port: "PORT" } as const

export async function readProcessSettings(
  flags: ProcessFlags,
  env: Environment,
  folder: string,
): Promise<ProcessSettings> {
  const path = flags.config ?? defaultConfigNames.find((name) => existsSync(resolve(folder, name)))
  const { config, locations }: ConfigFile =
    path === undefined ? { config: {}, locations: {} } : await readConfigFile(path, folder)
  return {
    config,
    ...(path !== undefined && { configPath: path }),
    // Read on access: a damaged file must not break commands that need no keys.
    get credentials() {
      return readCredentials(credentialsPath(env))
    },
    tables: join(path === undefined ? folder : dirname(resolve(folder, path)), "tables"),
    fileLocations: locations,
    location: resolveLocation(flags, env, locations),
    host: flags.host ?? envValue(env, processVariables.host) ?? locations.host ?? processDefaults.host,
    port: checkPort(flags.port ?? portFromEnv(env) ?? locations.port ?? processDefaults.port),
  }
}

/** Loads the YAML parser on demand. Throws INPUT_INVALID with line and column. */
async function readConfigFile(path: string, folder: string): Promise<ConfigFile> {
  const [{ readYamlConfig }, { readTextFile }] = await Promise.all([
    import("./config-file.ts"),
    import("../cli/text-files.ts"),
  ])
  return readYamlConfig(readTextFile(path, folder), path)
}

/** A folder set at one level wins over a database set at a lower one. */
function resolveLocation(flags: ProcessFlags, env: Environment, fileLocations: ProcessFlags): StorageLocation {
  const variables = { data: envValue(env, processVariables.data), database: envValue(env, processVariables.database) }
  for (const { data, database } of [flags, variables, fileLocations]) {
    if (database !== undefined) return { url: database }
    if (data !== undefined) return { data }
  }
  return { data: processDefaults.data }
}

function portFromEnv(env: Environment): number | undefined {
  const text = envValue(env, processVariables.port)
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw invalidField("PORT", `must be a number, not "${text}"`)
  return Number(text)
}

function checkPort(port: number): number {
  if (port >= 0 && port <= 65_535) return port
  throw invalidField("port", `must be 0 to 65535, not ${port}; 0 picks a free one`)
}
