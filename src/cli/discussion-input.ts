import { invalidInput } from "../core/errors.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"
import { presets } from "../core/formats/index.ts"
import type { DiscussionInput } from "../core/tables/asked.ts"
import type { TableFile } from "../core/tables/table-file.ts"
import { readSeat } from "./read-seat.ts"
import { budgetFrom, given, isDecision, type SettingFlags, settingsFrom } from "./setting-flags.ts"

export interface DiscussOptions extends SettingFlags {
  readonly format?: string
  readonly seat?: readonly string[]
  readonly model?: string
  readonly protocol?: string
  readonly agreement?: string
  readonly minConfidence?: number
  readonly choice?: readonly string[]
  readonly shuffleChoices?: true
  readonly voteFirst?: true
  readonly language?: string
  readonly seed?: number
}

/** A discussion as flags ask for it, over what a table says. What is wrong with it is found where it is started. */
export function discussionInput(
  topic: string | undefined,
  options: DiscussOptions,
  table?: TableFile,
): DiscussionInput {
  const format = options.format ?? (table ? undefined : "hive")
  const seats = seatsOf(options, table, format)
  const set = Object.entries(settingsFrom(options))
  const settings = Object.fromEntries(set.filter(([name]) => !isDecision(name)))
  const decision = {
    ...Object.fromEntries(set.filter(([name]) => isDecision(name))),
    ...given({
      protocol: options.protocol,
      agreement: options.agreement === undefined ? undefined : readAgreement(options.agreement),
      minConfidence: options.minConfidence,
      optionOrder: options.shuffleChoices ? "shuffled" : undefined,
      decide: options.voteFirst ? "vote-first" : undefined,
      options: options.choice && readChoices(options.choice),
    }),
  }
  const asked: object = {
    ...(format !== undefined && { format }),
    ...(table && { table }),
    ...(topic !== undefined && { topic }),
    ...(seats && { seats }),
    ...filled("options", settings),
    ...filled("decision", decision),
    ...filled("budget", budgetFrom(options)),
    ...(options.language !== undefined && { language: options.language }),
    ...(options.seed !== undefined && { seed: options.seed }),
  }
  return asked as DiscussionInput
}

/** With --model the seats that name none take it, be they the table's or the format's own. */
function seatsOf({ seat, model }: DiscussOptions, table: TableFile | undefined, format: string | undefined) {
  const asked: readonly SeatInput[] | undefined = seat?.map((text) => readSeat(text))
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

/** `proposals` alone means those that the seats will make. */
function readChoices(choices: readonly string[]): readonly string[] | "proposals" {
  return choices.length === 1 && choices[0] === "proposals" ? "proposals" : choices
}

function readAgreement(text: string): unknown {
  if (text === "all" || text === "any") return text
  const share = text.trim() === "" ? Number.NaN : Number(text)
  if (share >= 0 && share <= 1) return share
  throw invalidInput([{ field: "--agreement", message: `must be all, any, or a share such as 0.6, not "${text}"` }])
}

function filled(name: string, value: object): object {
  return Object.keys(value).length > 0 ? { [name]: value } : {}
}
