import { ConclaveError, type FieldProblem } from "../core/errors.ts"
import type { DiscussOptions } from "./discussion-input.ts"

const flags: Readonly<Record<string, string>> = {
  "options.rounds": "--rounds",
  "options.minRounds": "--min-rounds",
  "options.order": "--order",
  "options.independentFirstRound": "--independent",
  "options.waitMs": "--wait",
  "options.afterWait": "--after-wait",
  "decision.protocol": "--protocol",
  "decision.agreement": "--agreement",
  "decision.minConfidence": "--min-confidence",
  "decision.options": "--choice",
  "decision.optionOrder": "--shuffle-choices",
  "decision.decide": "--vote-first",
  "budget.tokens": "--budget-tokens",
  "budget.seconds": "--budget-seconds",
  "budget.dollars": "--budget-dollars",
  language: "--language",
  seed: "--seed",
  format: "--format",
  table: "--table",
  materials: "--attach",
}

/** The same mistake, named by the flag that was typed and told once, however many fields it has come to. */
export function namedByFlags(error: unknown, options: DiscussOptions): unknown {
  if (!(error instanceof ConclaveError) || error.problems.length === 0) return error
  const problems = new Map<string, FieldProblem>()
  for (const { field, message } of error.problems) {
    const named = { field: flagOf(field, options), message }
    problems.set(`${named.field} ${message}`, named)
  }
  const list = [...problems.values()]
  const { code, recoverable } = error
  return new ConclaveError(code, `${list[0]!.field}: ${list[0]!.message}`, { recoverable, problems: list })
}

function flagOf(field: string, { seat, model, set = [] }: DiscussOptions): string {
  const setting = /^(?:options|decision)\.(\w+)/.exec(field)?.[1]
  if (setting !== undefined && set.some((text) => text.startsWith(`${setting}=`))) return `--set ${setting}`
  const [, index, part] = /^seats\[(\d+)\](?:\.(\w+))?/.exec(field) ?? []
  if (index !== undefined) {
    const typed = seat?.[Number(index)]
    const isOwn = typed !== undefined && (part !== "model" || typed.includes("/"))
    if (isOwn) return `--seat ${typed}`
    return part === "model" && model !== undefined ? "--model" : field
  }
  return flags[field.replace(/\[.*$/, "")] ?? field
}
