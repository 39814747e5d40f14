import type { z } from "zod"
import type { Seat } from "../discussion/seat.ts"
import type { Budget, Table } from "../discussion/table.ts"
import { type FieldProblem, invalidInput } from "../errors.ts"
import { nearest, read } from "../problems.ts"
import { findLanguage, languageCodes } from "../prompting/languages/index.ts"
import { discussionInputSchema } from "./discussion-input.ts"
import type { Format } from "./format.ts"
import { formatDeciding } from "./format-deciding.ts"
import { isPresetName, presetNames, presets } from "./index.ts"
import { layPlaces } from "./lay-places.ts"
import type { Settings } from "./settings.ts"

type Parsed = z.output<typeof discussionInputSchema>

/** What fills in for what the input leaves open. */
export interface TableDefaults {
  readonly model: string
  readonly seed: number
  readonly language: string
  /** No format may have more rounds than this. */
  readonly roundsCeiling: number
  /** By the name of the format. */
  readonly settings: Readonly<Record<string, Partial<Settings>>>
  /** The id of the API key that asks. */
  readonly startedBy?: string
}

/** Checks how a discussion was asked for and completes it; throws INPUT_INVALID naming every wrong field. */
export function layTable(input: unknown, defaults: TableDefaults): Table {
  const asked = read(discussionInputSchema, input)
  const preset = formatOf(asked)
  const { protocol, options: offered } = asked.decision ?? {}
  const options = Array.isArray(offered) ? offered : []
  const drawn = offered === "proposals"
  const format = formatDeciding(
    { ...preset, settings: settingsOf(asked, preset, defaults) },
    {
      ...{ options, drawn, held: protocol !== undefined },
      untilLast: protocol !== undefined && asked.options?.minRounds === undefined,
    },
  )
  const { settings } = format
  const language = asked.language ?? defaults.language
  const { seats, problems } = layPlaces(asked.seats, format, defaults.model)
  const all = [...problems, ...settingsProblems(settings, defaults), ...languageProblems(language, asked)]
  const voting = (options.length > 0 || drawn) && settings.protocol !== "chair"
  if (voting && !format.stages.some((stage) => stage.kind === "ballot")) {
    const message = `${format.name} holds no ballot; name decision.protocol, or use a format that does`
    all.push({ field: "decision.options", message })
  }
  if (new Set(options).size < options.length) {
    all.push({ field: "decision.options", message: "names an option twice; each must differ" })
  }
  all.push(...voteFirstProblems(format, seats))
  if (all.length > 0) throw invalidInput(all)
  return {
    topic: asked.topic.trim(),
    format,
    seats,
    language,
    seed: asked.seed ?? defaults.seed,
    options,
    ...(defaults.startedBy !== undefined && { startedBy: defaults.startedBy }),
    budget: budgetOf(asked.budget),
  }
}

/** To vote first, there must be a vote, and at least two to cast it. */
function voteFirstProblems({ settings, stages, silentRoles }: Format, seats: readonly Seat[]): FieldProblem[] {
  if (settings.decide !== "vote-first") return []
  const field = "decision.decide"
  if (settings.protocol === "chair") {
    return [
      { field, message: "a chair decides after the discussion, without a vote; choose another decision.protocol" },
    ]
  }
  const ballot = stages.find((stage) => stage.kind === "ballot" && stage.decides)
  const voters = seats.filter(({ role }) => (ballot?.roles ? ballot.roles.includes(role) : !silentRoles.includes(role)))
  if (voters.length > 1) return []
  return [{ field, message: "vote-first compares votes, and only one seat has one; seat another, or leave it out" }]
}

export function budgetOf({ tokens, seconds, dollars }: NonNullable<Parsed["budget"]> = {}): Budget {
  return {
    ...(tokens && { tokens }),
    ...(seconds && { milliseconds: Math.round(seconds * 1_000) }),
    ...(dollars && { dollars }),
  }
}

function formatOf({ format }: Parsed): Format {
  if (typeof format !== "string") return format
  if (isPresetName(format)) return presets[format]
  const near = nearest(format, presetNames)
  const hint = near ? `did you mean "${near}"?` : `known are ${presetNames.join(", ")}`
  throw invalidInput([{ field: "format", message: `no format is called "${format}"; ${hint}` }])
}

function settingsOf({ options, decision }: Parsed, preset: Format, defaults: TableDefaults): Settings {
  const { options: _, ...decided } = decision ?? {}
  return {
    ...preset.settings,
    ...defaults.settings[preset.name],
    ...withoutUndefined(options ?? {}),
    ...withoutUndefined(decided),
  }
}

function withoutUndefined<T extends object>(values: T): Partial<Settings> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

export function settingsProblems(
  settings: Settings,
  { roundsCeiling }: Pick<TableDefaults, "roundsCeiling">,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (settings.rounds > roundsCeiling) {
    const message = `${settings.rounds} is above the ceiling of ${roundsCeiling}; ask for fewer or raise consensus.max_rounds`
    problems.push({ field: "options.rounds", message })
  }
  if (settings.minRounds > settings.rounds) {
    const message = `${settings.minRounds} is more than options.rounds (${settings.rounds}); lower it`
    problems.push({ field: "options.minRounds", message })
  }
  return problems
}

function languageProblems(language: string, { seats }: Parsed): FieldProblem[] {
  const ofSeats = (seats ?? []).flatMap((seat, index) => languageProblem(seat.language, `seats[${index}].language`))
  return [...languageProblem(language, "language"), ...ofSeats]
}

export function languageProblem(code: string | undefined, field: string): FieldProblem[] {
  if (code === undefined || findLanguage(code)) return []
  return [{ field, message: `"${code}" is not known; known are ${languageCodes.join(", ")}` }]
}
