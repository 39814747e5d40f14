import { dirname, join, resolve } from "node:path"
import { invalidInput } from "../core/errors.ts"
import type { ReadConfig } from "./config.ts"
import { readConfigFile } from "./config-file.ts"
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

export function readSettings(flags: SettingFlags, env: Environment, folder: string): Settings {
  const { config, places, path } = readConfigFile(flags.config, folder)
  return {
    config,
    ...(path !== undefined && { configPath: path }),
    tables: join(path === undefined ? folder : dirname(resolve(folder, path)), "tables"),
    location: locationOf(flags, env, places),
    host: flags.host ?? given(env, "HOST") ?? places.host ?? "127.0.0.1",
    port: portOf(flags.port ?? portVariable(env) ?? places.port ?? usualPort),
  }
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
