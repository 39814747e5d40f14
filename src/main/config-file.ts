import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { parseDocument } from "yaml"
import { z } from "zod"
import { ConclaveError } from "../core/errors.ts"
import { parse } from "../core/validation.ts"
import { configSchema, fieldsOf, type ParsedConfig, parseConfig } from "./config.ts"
import { readYaml } from "./yaml-file.ts"

/** Fields of the file that only concern this process. Flags and environment variables win over them. */
const locationsShape = {
  data: z.string().min(1).optional(),
  database: z.string().min(1).optional(),
  host: z.string().min(1).optional(),
  port: z.number().int().min(0).max(65_535).optional(),
}
const fileSchema = configSchema().extend(locationsShape)

export interface ConfigFile {
  readonly config: ParsedConfig
  readonly locations: Readonly<Pick<z.output<typeof fileSchema>, keyof typeof locationsShape>>
}

export function readYamlConfig(text: string, path: string): ConfigFile {
  const { value, located } = readYaml(text, path)
  try {
    // Checked first, so that a key in the file is reported as such and not as an unknown field.
    parseConfig({ providers: fieldsOf(value).providers })
    const { data, database, host, port, ...config } = parse(fileSchema, value ?? {}, "config")
    return { config, locations: { data, database, host, port } }
  } catch (error) {
    throw error instanceof ConclaveError ? located(error, "config") : error
  }
}

/** Sets the model in a configuration file, which is created if missing; keeps everything else, comments included. */
export async function writeModel(path: string, model: string): Promise<void> {
  const document = parseDocument(existsSync(path) ? await readFile(path, "utf8") : "")
  document.set("model", model)
  await writeFile(path, document.toString())
}
