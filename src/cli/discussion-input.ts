import { invalidInput } from "../core/errors.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"
import { presets } from "../core/formats/index.ts"
import { settingsSchema } from "../core/formats/settings.ts"
import { nearest } from "../core/problems.ts"
import type { DiscussionInput } from "../core/tables/asked.ts"
import type { TableFile } from "../core/tables/table-file.ts"
import { readSeat } from "./read-seat.ts"

export interface DiscussOptions {
  readonly format?: string
  readonly seat?: readonly string[]
  readonly model?: string
  readonly rounds?: number
  readonly order?: string
  readonly agreement?: string
  readonly choice?: readonly string[]
  readonly language?: string
  readonly seed?: number
  readonly budgetTokens?: number
  readonly budgetSeconds?: number
  readonly set?: readonly string[]
}

/** A discussion as flags ask for it, over what a table says. What is wrong with it is found where it is started. */
export function discussionInput(
  topic: string | undefined,
  options: DiscussOptions,
  table?: TableFile,
): DiscussionInput {
  const format = options.format ?? (table ? undefined : "hive")
  const seats = seatsOf(options, table, format)
  const settings = {
    ...Object.fromEntries((options.set ?? []).map(readSetting)),
    ...(options.rounds !== undefined && { rounds: options.rounds }),
    ...(options.order !== undefined && { order: options.order }),
  }
  const decision = {
    ...(options.agreement !== undefined && { agreement: readAgreement(options.agreement) }),
    ...(options.choice && { options: options.choice }),
  }
  const budget = {
    ...(options.budgetTokens !== undefined && { tokens: options.budgetTokens }),
    ...(options.budgetSeconds !== undefined && { seconds: options.budgetSeconds }),
  }
  const asked: object = {
    ...(format !== undefined && { format }),
    ...(table && { table }),
    ...(topic !== undefined && { topic }),
    ...(seats && { seats }),
    ...filled("options", settings),
    ...filled("decision", decision),
    ...filled("budget", budget),
    ...(options.language !== undefined && { language: options.language }),
    ...(options.seed !== undefined && { seed: options.seed }),
  }
  return asked as DiscussionInput
}

/** With --model the seats that name none take it, be they the table's or the format's own. */
function seatsOf({ seat, model }: DiscussOptions, table: TableFile | undefined, format: string | undefined) {
  const asked: readonly SeatInput[] | undefined = seat?.map(readSeat)
  if (model === undefined) return asked
  const preset = Object.entries(presets).find(([name]) => name === (table ? table.extends : format))?.[1]
  const places: readonly SeatInput[] = asked ?? table?.seats ?? preset?.defaultSeats ?? [{}]
  const own = (name: string | undefined) => table?.seats?.find((place) => place.name === name && name !== undefined)
  return places.map((place) =>
    place.model === undefined && own(place.name)?.model === undefined && isModel(place) ? { ...place, model } : place,
  )
}

function isModel({ kind, role }: SeatInput): boolean {
  return kind === undefined ? role !== "user" : kind === "model"
}

function readSetting(text: string): readonly [string, unknown] {
  const equals = text.indexOf("=")
  const name = text.slice(0, equals < 0 ? undefined : equals).trim()
  const known = Object.keys(settingsSchema.shape)
  if (equals < 0 || !known.includes(name)) {
    const near = nearest(name, known)
    const hint = near ? `did you mean "${near}"?` : `known are ${known.join(", ")}`
    const what = equals < 0 ? `"${text}" is no setting=value` : `unknown setting "${name}"; ${hint}`
    throw invalidInput([{ field: "--set", message: what }])
  }
  return [name, readValue(text.slice(equals + 1))]
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readAgreement(text: string): unknown {
  return text === "all" || text === "any" ? text : Number(text)
}

function filled(name: string, value: object): object {
  return Object.keys(value).length > 0 ? { [name]: value } : {}
}
