import { ConclaveError, type FieldProblem } from "../core/errors.ts"
import type { OptionDefinition } from "./command.ts"
import type { DiscussOptions } from "./discussion-input.ts"

/** The same mistake, named by the flag that was typed and told once, however many fields it has come to. */
export function namedByFlags(
  error: unknown,
  options: DiscussOptions,
  definitions: readonly OptionDefinition[],
): unknown {
  if (!(error instanceof ConclaveError) || error.problems.length === 0) return error
  const problems = new Map<string, FieldProblem>()
  for (const { field, message } of error.problems) {
    const named = { field: flagOf(field, options, definitions), message }
    problems.set(`${named.field} ${message}`, named)
  }
  const list = [...problems.values()]
  const { code, recoverable } = error
  return new ConclaveError(code, `${list[0]!.field}: ${list[0]!.message}`, { recoverable, problems: list })
}

function flagOf(
  field: string,
  { seat, model, set = [] }: DiscussOptions,
  definitions: readonly OptionDefinition[],
): string {
  const setting = /^(?:options|decision)\.(\w+)/.exec(field)?.[1]
  if (setting !== undefined && set.some((text) => text.startsWith(`${setting}=`))) return `--set ${setting}`
  const [, index, part] = /^seats\[(\d+)\](?:\.(\w+))?/.exec(field) ?? []
  if (index !== undefined) {
    const typed = seat?.[Number(index)]
    const isOwn = typed !== undefined && (part !== "model" || typed.includes("/"))
    if (isOwn) return `--seat ${typed}`
    return part === "model" && model !== undefined ? "--model" : field
  }
  const known = definitions.find((one) => one.field === field.replace(/\[.*$/, ""))
  return known ? /--[\w-]+/.exec(known.flags)![0] : field
}
