import { Option } from "commander"
import { ConclaveError, type FieldProblem } from "../core/errors.ts"
import type { OptionDefinition } from "./command.ts"

type Options = Readonly<Record<string, unknown>>

/** Flags of fields that are validated under another name than they are defined. */
const processFields: Readonly<Record<string, string>> = {
  port: "--port",
  DATABASE_URL: "--database",
}

/** Replaces the fields of an error by the flags that set them. Each problem is reported once. */
export function namedByFlags(error: unknown, options: Options, definitions: readonly OptionDefinition[]): unknown {
  if (!(error instanceof ConclaveError) || error.problems.length === 0) return error
  const problems = new Map<string, FieldProblem>()
  for (const problem of error.problems) {
    const named = { ...problem, field: flagOf(problem, options, definitions) }
    problems.set(`${named.field} ${named.message}`, named)
  }
  const list = [...problems.values()]
  const { code, recoverable } = error
  return new ConclaveError(code, `${list[0]!.field}: ${list[0]!.message}`, { recoverable, problems: list })
}

function flagOf({ field, values }: FieldProblem, options: Options, definitions: readonly OptionDefinition[]): string {
  const { model, recorder } = options
  const [seats, settings] = [texts(options.seat), texts(options.set)]
  const setting = /^(?:options|decision)\.(\w+)/.exec(field)?.[1]
  if (setting !== undefined && settings.some((text) => text.startsWith(`${setting}=`))) return `--set ${setting}`
  const [, index, part] = /^seats\[(\d+)\](?:\.(\w+))?/.exec(field) ?? []
  if (index !== undefined) {
    const typed = seats[Number(index)]
    const isOwn = typed !== undefined && (part !== "model" || typed.includes("/"))
    if (isOwn) return `--seat ${typed}`
    if (typeof recorder === "string" && recorder.split(",").some((one) => one === values?.model)) return "--recorder"
    return part === "model" && model !== undefined ? "--model" : field
  }
  const plain = field.replace(/\[.*$/, "").replace(/^query\./, "")
  const known = definitions.find((one) => one.field === plain)
  const flags = known?.flags ?? processFields[plain]
  const option = flags === undefined ? undefined : new Option(flags)
  return option?.long && options[option.attributeName()] !== undefined ? option.long : field
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value : []
}
