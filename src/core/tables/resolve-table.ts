import type { Settings } from "../discussion/settings.ts"
import type { Budget, Material, Table } from "../discussion/table.ts"
import { type FieldProblem, invalidInput } from "../errors.ts"
import { applyDecision, applyRecord, findBaselineSeat } from "../formats/apply-decision.ts"
import { resolveSeats } from "../formats/resolve-seats.ts"
import { decisionProblems, languageProblems, settingsProblems, voteFirstProblems } from "../formats/setting-problems.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { resultSchemaProblem } from "../recording/result-schema.ts"
import { cleanText, cleanTitle } from "../text.ts"
import { parse } from "../validation.ts"
import { discussionRequestSchema } from "./discussion-request.ts"
import { type SelectedFormat, selectFormat } from "./select-format.ts"
import type { TableRegistry } from "./table-file.ts"

type ParsedRequest = SelectedFormat["request"]

export interface TableDefaults {
  readonly model: string
  readonly seed: number
  readonly language: string
  /** By preset name. */
  readonly settings: Readonly<Record<string, Partial<Settings>>>
  readonly tables?: TableRegistry
  readonly startedBy?: string
  readonly traceparent?: string
}

/** Validates a request and fills in defaults; throws INPUT_INVALID naming every wrong field. */
export function resolveTable(input: unknown, defaults: TableDefaults): Table {
  const selected = selectFormat(parse(discussionRequestSchema(), input), defaults.tables)
  const { request: asked, format: preset, presetName: from = "" } = selected
  const { protocol, options: offered, secret } = asked.decision ?? {}
  const options = Array.isArray(offered) ? offered : []
  const requiresBallot = protocol !== undefined
  const onlyInLastRound = requiresBallot && asked.options?.minRounds === undefined
  const decided = applyDecision(
    { ...preset, settings: mergeSettings(asked, { ...preset.settings, ...defaults.settings[from] }) },
    { options, fromProposals: offered === "proposals", requiresBallot, secret, onlyInLastRound },
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
  const { startedBy, traceparent } = defaults
  return omitUndefined({
    topic: cleanTitle(asked.topic) || asked.topic.trim(),
    materials: asked.materials?.length ? asked.materials.map(resolveMaterial) : undefined,
    ...{ format, seats, language, seed: asked.seed ?? defaults.seed, choices: options, result: asked.result },
    baseline: baseline.seat === undefined ? undefined : { seat: baseline.seat },
    ...{ learned: asked.decision?.learned, startedBy, traceparent, budget: toBudget(asked.budget) },
  })
}

function resolveMaterial({ name, text }: { name?: string | undefined; text: string }, index: number): Material {
  return { name: name?.trim() ?? `material ${index + 1}`, text: cleanText(text) }
}

export function toBudget({ tokens, seconds, dollars }: NonNullable<ParsedRequest["budget"]> = {}): Budget {
  return omitUndefined({ tokens, milliseconds: seconds && Math.round(seconds * 1_000), dollars })
}

function mergeSettings({ options, decision }: ParsedRequest, defaults: Settings): Settings {
  const { options: _, learned: __, secret: ___, ...decided } = decision ?? {}
  return { ...defaults, ...omitUndefined(options ?? {}), ...omitUndefined(decided) } as Settings
}

function resultProblems(schema: ParsedRequest["result"]): readonly FieldProblem[] {
  const message = schema && resultSchemaProblem(schema)
  return message === undefined ? [] : [{ field: "result", message }]
}
