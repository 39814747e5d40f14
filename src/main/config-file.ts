import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { parseDocument } from "yaml"
import { z } from "zod"
import { ConclaveError } from "../core/errors.ts"
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
const fileSchema = configSchema().extend(locationsShape)
const locationsSchema = z.object(locationsShape)

type ConfigLocations = Readonly<z.output<typeof locationsSchema>>

export interface ConfigFile {
  readonly config: ParsedConfig
  readonly locations: ConfigLocations
}

export function readYamlConfig(text: string, path: string): ConfigFile {
  const { value, located } = readYaml(text, path)
  try {
    // Before all else, so that a key in the file is called that and not an unknown field.
    parseConfig({ providers: fieldsOf(value).providers })
    const { data, database, host, port, ...config } = parse(fileSchema, value ?? {}, "config")
    return { config, locations: parse(locationsSchema, { data, database, host, port }) }
  } catch (error) {
    throw error instanceof ConclaveError ? located(error, "config") : error
  }
}

/** Sets the model of a configuration, which is made where there is none; all else of it stays as it was written. */
export async function writeModel(path: string, model: string): Promise<void> {
  const document = parseDocument(existsSync(path) ? await readFile(path, "utf8") : "")
  document.set("model", model)
  await writeFile(path, document.toString())
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}
