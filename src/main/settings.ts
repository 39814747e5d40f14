import { existsSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { invalidInput } from "../core/errors.ts"
import type { ReadConfig } from "./config.ts"
import type { ConfigFile } from "./config-file.ts"
import type { Environment } from "./environment.ts"
import type { StorageLocation } from "./open-storage.ts"

/** What a process was told by flags, variables and file; flags win over variables, variables over the file. */
export interface Settings {
  readonly config: ReadConfig
  /** Where that was read; undefined where there is no file. */
  readonly configPath?: string
  /** The folder of one's own tables: beside the configuration, be it there or not. */
  readonly tables: string
  readonly location: StorageLocation
  readonly host: string
  readonly port: number
}

export interface SettingFlags {
  readonly config?: string | undefined
  readonly data?: string | undefined
  readonly database?: string | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
}

export const usualPort = 4600

export const usualNames = ["conclave.yaml", "config.yaml"] as const

export async function readSettings(flags: SettingFlags, env: Environment, folder: string): Promise<Settings> {
  const path = configPath(flags.config, folder)
  const { config, places } = path === undefined ? { config: {}, places: {} } : await readConfigFile(path, folder)
  return {
    config,
    ...(path !== undefined && { configPath: path }),
    tables: join(path === undefined ? folder : dirname(resolve(folder, path)), "tables"),
    location: locationOf(flags, env, places),
    host: flags.host ?? given(env, "HOST") ?? places.host ?? "127.0.0.1",
    port: portOf(flags.port ?? portVariable(env) ?? places.port ?? usualPort),
  }
}

/** The file that was named, else the first of the usual ones, else none. */
function configPath(named: string | undefined, folder: string): string | undefined {
  const path = (named === undefined ? usualNames : [named]).find((name) => existsSync(resolve(folder, name)))
  if (path !== undefined || named === undefined) return path
  throw invalidInput([{ field: "config", message: `there is no file ${named}` }])
}

/** What reads YAML is loaded only where there is some. Throws INPUT_INVALID with line and column. */
async function readConfigFile(path: string, folder: string): Promise<ConfigFile> {
  const { readYamlConfig } = await import("./config-file.ts")
  return readYamlConfig(readFileSync(resolve(folder, path), "utf8"), path)
}

/** A folder that was named on one level wins over a server that was named on a lower one. */
function locationOf(flags: SettingFlags, env: Environment, places: SettingFlags): StorageLocation {
  const variables = { data: given(env, "CONCLAVE_DATA"), database: given(env, "DATABASE_URL") }
  for (const { data, database } of [flags, variables, places]) {
    if (database !== undefined) return { url: database }
    if (data !== undefined) return { data }
  }
  return { data: ".conclave" }
}

function portVariable(env: Environment): number | undefined {
  const text = given(env, "PORT")
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw invalidInput([{ field: "PORT", message: `must be a number, not "${text}"` }])
  return Number(text)
}

function portOf(port: number): number {
  if (port >= 0 && port <= 65_535) return port
  throw invalidInput([{ field: "port", message: `must be 0 to 65535, not ${port}; 0 takes any that is free` }])
}

function given(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}
