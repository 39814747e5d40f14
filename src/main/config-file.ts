import { existsSync, readFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml"
import { z } from "zod"
import { ConclaveError, type FieldProblem, invalidInput } from "../core/errors.ts"
import { read } from "../core/problems.ts"
import { configSchema, type ReadConfig, readConfig } from "./config.ts"

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
  const { value, locate } = readYaml(text, path)
  try {
    // Before all else, so that a key in the file is called that and not an unknown field.
    readConfig({ providers: fieldsOf(value).providers })
    const { data, database, host, port, ...config } = read(fileSchema, value ?? {}, "config")
    return { config, places: read(placesSchema, { data, database, host, port }), path }
  } catch (error) {
    throw error instanceof ConclaveError ? located(error, path, locate) : error
  }
}

/** A YAML file's content, and where in it a field stands. */
export function readYaml(text: string, path: string) {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    throw invalidInput([{ field: `${path}:${line}:${col}`, message: error.message }])
  }
  const locate = (field: readonly (string | number)[]) => {
    const offset = offsetOf(document, field)
    return offset === undefined ? undefined : lines.linePos(offset)
  }
  return { value: document.toJS() as unknown, locate }
}

type Locate = ReturnType<typeof readYaml>["locate"]

function located(error: ConclaveError, path: string, locate: Locate): ConclaveError {
  const problems = error.problems.map(({ field, message }): FieldProblem => {
    const place = field.replace(/^config\.?/, "")
    const at = locate(pathOf(place))
    return { field: `${path}${at ? `:${at.line}:${at.col}` : ""}${place === "" ? "" : ` ${place}`}`, message }
  })
  return invalidInput(problems)
}

/** `a.b[2].c` as its parts. */
function pathOf(field: string): readonly (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? key! : Number(index),
  )
}

/** Where a field's key begins in the text, or its value where it is in a list. */
function offsetOf(document: Document, field: readonly (string | number)[]): number | undefined {
  const last = field.at(-1)
  const parent = field.length > 1 ? document.getIn(field.slice(0, -1), true) : document.contents
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
    if (pair && isScalar(pair.key)) return pair.key.range?.[0]
  }
  const node = document.getIn(field, true)
  return isNode(node) ? node.range?.[0] : undefined
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
}
