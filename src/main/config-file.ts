import { existsSync, readFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { z } from "zod"
import { defaultConfigNames } from "../cli/common-options.ts"
import { ConclaveError, invalidInput } from "../core/errors.ts"
import { parse } from "../core/validation.ts"
import { configSchema, type ParsedConfig, parseConfig } from "./config.ts"
import { readYaml } from "./yaml-file.ts"

/** What the file may say besides: where this process keeps its data and listens. Flags and variables win over it. */
const locationsShape = {
  data: z.string().min(1).optional(),
  database: z.string().min(1).optional(),
  host: z.string().min(1).optional(),
  port: z.number().int().min(0).max(65_535).optional(),
}
const fileSchema = configSchema.extend(locationsShape)
const locationsSchema = z.object(locationsShape)

export type ConfigLocations = Readonly<z.output<typeof locationsSchema>>

export interface ConfigFile {
  readonly config: ParsedConfig
  readonly locations: ConfigLocations
  /** Where it was found; undefined where there is none. */
  readonly path?: string
}

/** Reads the file that was named, else the first of the default names, else nothing. Throws INPUT_INVALID with line and column. */
export function readConfigFile(named: string | undefined, folder: string): ConfigFile {
  const candidates = named === undefined ? defaultConfigNames : [named]
  const path = candidates.find((name) => existsSync(absolute(name, folder)))
  if (path !== undefined) return readYamlConfig(readFileSync(absolute(path, folder), "utf8"), path)
  if (named === undefined) return { config: {}, locations: {} }
  throw invalidInput([{ field: "config", message: `there is no file ${named}` }])
}

function absolute(name: string, folder: string): string {
  return isAbsolute(name) ? name : join(folder, name)
}

export function readYamlConfig(text: string, path: string): ConfigFile {
  const { value, located } = readYaml(text, path)
  try {
    // Before all else, so that a key in the file is called that and not an unknown field.
    parseConfig({ providers: fieldsOf(value).providers })
    const { data, database, host, port, ...config } = parse(fileSchema, value ?? {}, "config")
    return { config, locations: parse(locationsSchema, { data, database, host, port }), path }
  } catch (error) {
    throw error instanceof ConclaveError ? located(error, "config") : error
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}
