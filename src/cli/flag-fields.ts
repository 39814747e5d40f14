import { ConclaveError, type FieldProblem } from "../core/errors.ts"

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
  baseline: "--baseline",
  recorder: "--recorder",
  atTurn: "--at",
  port: "--port",
  DATABASE_URL: "--database",
  "query.limit": "--limit",
  "query.cursor": "--cursor",
  "query.sessionId": "--session",
}

type Options = Readonly<Record<string, unknown>>

/** The same mistake, named by the flag that was typed and told once, however many fields it has come to. */
export function namedByFlags(error: unknown, options: Options): unknown {
  if (!(error instanceof ConclaveError) || error.problems.length === 0) return error
  const problems = new Map<string, FieldProblem>()
  for (const problem of error.problems) {
    const { message } = problem
    const named = { field: flagOf(problem, options), message }
    problems.set(`${named.field} ${message}`, named)
  }
  const list = [...problems.values()]
  const { code, recoverable } = error
  return new ConclaveError(code, `${list[0]!.field}: ${list[0]!.message}`, { recoverable, problems: list })
}

function flagOf({ field, message }: FieldProblem, options: Options): string {
  const { model, recorder } = options
  const [seats, settings] = [texts(options.seat), texts(options.set)]
  const setting = /^(?:options|decision)\.(\w+)/.exec(field)?.[1]
  if (setting !== undefined && settings.some((text) => text.startsWith(`${setting}=`))) return `--set ${setting}`
  const [, index, part] = /^seats\[(\d+)\](?:\.(\w+))?/.exec(field) ?? []
  if (index !== undefined) {
    const typed = seats[Number(index)]
    const isOwn = typed !== undefined && (part !== "model" || typed.includes("/"))
    if (isOwn) return `--seat ${typed}`
    if (typeof recorder === "string" && message.includes(recorder)) return "--recorder"
    return part === "model" && model !== undefined ? "--model" : field
  }
  const flag = flags[field.replace(/\[.*$/, "")]
  return flag !== undefined && options[optionName(flag)] !== undefined ? flag : field
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value : []
}

/** `--min-rounds` as the parser calls it. */
function optionName(flag: string): string {
  return flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
