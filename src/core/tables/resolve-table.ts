import type { Settings } from "../discussion/settings.ts"
import type { Budget, Material, Table } from "../discussion/table.ts"
import { type FieldProblem, invalidInput } from "../errors.ts"
import { applyDecision, applyRecord, findBaselineSeat } from "../formats/apply-decision.ts"
import { resolveSeats } from "../formats/resolve-seats.ts"
import { decisionProblems, languageProblems, settingsProblems, voteFirstProblems } from "../formats/setting-problems.ts"
import { resultSchemaProblem } from "../recording/result-schema.ts"
import { cleanText, cleanTitle } from "../text.ts"
import { parse } from "../validation.ts"
import { discussionRequestSchema } from "./discussion-request.ts"
import { type SelectedFormat, selectFormat } from "./select-format.ts"
import type { TableRegistry } from "./table-file.ts"

type ParsedRequest = SelectedFormat["request"]

/** What fills in for what the input leaves open. */
export interface TableDefaults {
  readonly model: string
  readonly seed: number
  readonly language: string
  /** By the name of the format. */
  readonly settings: Readonly<Record<string, Partial<Settings>>>
  readonly tables?: TableRegistry
  readonly startedBy?: string
  readonly traceparent?: string
}

/** Checks how a discussion was asked for and completes it; throws INPUT_INVALID naming every wrong field. */
export function resolveTable(input: unknown, defaults: TableDefaults): Table {
  const {
    request: asked,
    format: preset,
    presetName: from,
  } = selectFormat(parse(discussionRequestSchema(), input), defaults.tables)
  const { protocol, options: offered } = asked.decision ?? {}
  const options = Array.isArray(offered) ? offered : []
  const drawn = offered === "proposals"
  const decided = applyDecision(
    { ...preset, settings: mergeSettings(asked, { ...preset.settings, ...defaults.settings[from ?? ""] }) },
    {
      ...{ options, fromProposals: drawn, requiresBallot: protocol !== undefined },
      secret: asked.decision?.secret,
      onlyInLastRound: protocol !== undefined && asked.options?.minRounds === undefined,
    },
  )
  const { settings } = decided
  const language = asked.language ?? defaults.language
  const resolved = resolveSeats(asked.seats, decided, defaults.model)
  const { format, seats, problems } = applyRecord(decided, resolved.seats, asked)
  const baseline = findBaselineSeat(asked.baseline, resolved.seats, options)
  const allProblems = [
    ...resolved.problems,
    ...problems,
    ...settingsProblems(settings),
    ...languageProblems(language, asked),
    ...decisionProblems(format, asked.decision),
    ...voteFirstProblems(format, seats),
    ...resultProblems(asked.result),
    ...baseline.problems,
  ]
  if (allProblems.length > 0) throw invalidInput(allProblems)
  return {
    topic: cleanTitle(asked.topic) || asked.topic.trim(),
    ...(asked.materials?.length && { materials: asked.materials.map(resolveMaterial) }),
    format,
    seats,
    language,
    seed: asked.seed ?? defaults.seed,
    choices: options,
    ...(asked.result && { result: asked.result }),
    ...(baseline.seat !== undefined && { baseline: { seat: baseline.seat } }),
    ...(asked.decision?.learned && { learned: asked.decision.learned }),
    ...(defaults.startedBy !== undefined && { startedBy: defaults.startedBy }),
    ...(defaults.traceparent !== undefined && { traceparent: defaults.traceparent }),
    budget: toBudget(asked.budget),
  }
}

function resolveMaterial({ name, text }: { name?: string | undefined; text: string }, index: number): Material {
  return { name: name?.trim() ?? `material ${index + 1}`, text: cleanText(text) }
}

export function toBudget({ tokens, seconds, dollars }: NonNullable<ParsedRequest["budget"]> = {}): Budget {
  return {
    ...(tokens && { tokens }),
    ...(seconds && { milliseconds: Math.round(seconds * 1_000) }),
    ...(dollars && { dollars }),
  }
}

function mergeSettings({ options, decision }: ParsedRequest, defaults: Settings): Settings {
  const { options: _, learned: __, secret: ___, ...decided } = decision ?? {}
  return { ...defaults, ...withoutUndefined(options ?? {}), ...withoutUndefined(decided) }
}

function withoutUndefined<T extends object>(values: T): Partial<Settings> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function resultProblems(schema: ParsedRequest["result"]): readonly FieldProblem[] {
  const message = schema && resultSchemaProblem(schema)
  return message === undefined ? [] : [{ field: "result", message }]
}
