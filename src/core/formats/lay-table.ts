import type { Budget, Table } from "../discussion/table.ts"
import { invalidInput } from "../errors.ts"
import { read } from "../problems.ts"
import { askedSchema } from "../tables/asked.ts"
import type { TableShelf } from "../tables/table-file.ts"
import { type Taken, takeTable } from "../tables/take-table.ts"
import { formatDeciding } from "./format-deciding.ts"
import { layPlaces } from "./lay-places.ts"
import { decisionProblems, languageProblems, settingsProblems, voteFirstProblems } from "./setting-problems.ts"
import type { Settings } from "./settings.ts"

type Parsed = Taken["asked"]

/** What fills in for what the input leaves open. */
export interface TableDefaults {
  readonly model: string
  readonly seed: number
  readonly language: string
  /** No format may have more rounds than this. */
  readonly roundsCeiling: number
  /** By the name of the format. */
  readonly settings: Readonly<Record<string, Partial<Settings>>>
  /** Tables that can be named besides the presets. */
  readonly tables?: TableShelf
  /** The id of the API key that asks. */
  readonly startedBy?: string
}

/** Checks how a discussion was asked for and completes it; throws INPUT_INVALID naming every wrong field. */
export function layTable(input: unknown, defaults: TableDefaults): Table {
  const { asked, format: preset, from } = takeTable(read(askedSchema, input), defaults.tables)
  const { protocol, options: offered } = asked.decision ?? {}
  const options = Array.isArray(offered) ? offered : []
  const drawn = offered === "proposals"
  const format = formatDeciding(
    { ...preset, settings: settingsOf(asked, { ...preset.settings, ...defaults.settings[from ?? ""] }) },
    {
      ...{ options, drawn, held: protocol !== undefined },
      untilLast: protocol !== undefined && asked.options?.minRounds === undefined,
    },
  )
  const { settings } = format
  const language = asked.language ?? defaults.language
  const { seats, problems } = layPlaces(asked.seats, format, defaults.model)
  const all = [
    ...problems,
    ...settingsProblems(settings, defaults),
    ...languageProblems(language, asked),
    ...decisionProblems(format, asked.decision),
    ...voteFirstProblems(format, seats),
  ]
  if (all.length > 0) throw invalidInput(all)
  return {
    topic: asked.topic.trim(),
    format,
    seats,
    language,
    seed: asked.seed ?? defaults.seed,
    choices: options,
    ...(defaults.startedBy !== undefined && { startedBy: defaults.startedBy }),
    budget: budgetOf(asked.budget),
  }
}

export function budgetOf({ tokens, seconds, dollars }: NonNullable<Parsed["budget"]> = {}): Budget {
  return {
    ...(tokens && { tokens }),
    ...(seconds && { milliseconds: Math.round(seconds * 1_000) }),
    ...(dollars && { dollars }),
  }
}

function settingsOf({ options, decision }: Parsed, usual: Settings): Settings {
  const { options: _, ...decided } = decision ?? {}
  return { ...usual, ...withoutUndefined(options ?? {}), ...withoutUndefined(decided) }
}

function withoutUndefined<T extends object>(values: T): Partial<Settings> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
