import { existsSync, readFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { z } from "zod"
import { ConclaveError, invalidInput } from "../core/errors.ts"
import { read } from "../core/problems.ts"
import { configSchema, type ReadConfig, readConfig } from "./config.ts"
import { readYaml } from "./yaml-file.ts"

/** What the file may say besides: where this process keeps its data and listens. Flags and variables win over it. */
const placesShape = {
  data: z.string().min(1).optional(),
  database: z.string().min(1).optional(),
  host: z.string().min(1).optional(),
  port: z.number().int().min(0).max(65_535).optional(),
}
const fileSchema = configSchema.extend(placesShape)
const placesSchema = z.object(placesShape)

export type Places = Readonly<z.output<typeof placesSchema>>

export interface ConfigFile {
  readonly config: ReadConfig
  readonly places: Places
  /** Where it was found; undefined where there is none. */
  readonly path?: string
}

export const usualNames = ["conclave.yaml", "config.yaml"] as const

/** Reads the file that was named, else the first of the usual ones, else nothing. Throws INPUT_INVALID with line and column. */
export function readConfigFile(named: string | undefined, folder: string): ConfigFile {
  const candidates = named === undefined ? usualNames : [named]
  const path = candidates.find((name) => existsSync(absolute(name, folder)))
  if (path !== undefined) return readYamlConfig(readFileSync(absolute(path, folder), "utf8"), path)
  if (named === undefined) return { config: {}, places: {} }
  throw invalidInput([{ field: "config", message: `there is no file ${named}` }])
}

function absolute(name: string, folder: string): string {
  return isAbsolute(name) ? name : join(folder, name)
}

export function readYamlConfig(text: string, path: string): ConfigFile {
  const { value, located } = readYaml(text, path)
  try {
    // Before all else, so that a key in the file is called that and not an unknown field.
    readConfig({ providers: fieldsOf(value).providers })
    const { data, database, host, port, ...config } = read(fileSchema, value ?? {}, "config")
    return { config, places: read(placesSchema, { data, database, host, port }), path }
  } catch (error) {
    throw error instanceof ConclaveError ? located(error, "config") : error
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}
