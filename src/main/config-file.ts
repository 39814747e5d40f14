import { z } from "zod"
import { ConclaveError } from "../core/errors.ts"
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
}

export function readYamlConfig(text: string, path: string): ConfigFile {
  const { value, located } = readYaml(text, path)
  try {
    // Before all else, so that a key in the file is called that and not an unknown field.
    readConfig({ providers: fieldsOf(value).providers })
    const { data, database, host, port, ...config } = read(fileSchema, value ?? {}, "config")
    return { config, places: read(placesSchema, { data, database, host, port }) }
  } catch (error) {
    throw error instanceof ConclaveError ? located(error, "config") : error
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}
