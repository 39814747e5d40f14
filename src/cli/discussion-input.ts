import { invalidInput } from "../core/errors.ts"
import type { DiscussionInput, SeatInput } from "../core/formats/discussion-input.ts"
import { presets } from "../core/formats/index.ts"
import { readSeat } from "./read-seat.ts"
import { budgetFrom, type Fields, given, isDecision, type SettingFlags, settingsFrom } from "./setting-flags.ts"

export interface DiscussOptions extends SettingFlags {
  readonly format?: string
  readonly seat?: readonly string[]
  readonly model?: string
  readonly protocol?: string
  readonly agreement?: string
  readonly minConfidence?: number
  readonly choice?: readonly string[]
  readonly shuffleChoices?: true
  readonly language?: string
  readonly seed?: number
}

/** A discussion as flags ask for it, over what a table file says. What is wrong with it is found where it is started. */
export function discussionInput(topic: string, options: DiscussOptions, table: Fields = {}): DiscussionInput {
  const format = options.format ?? table.format ?? "hive"
  const seats = seatsOf(options, table, format)
  const set = Object.entries(settingsFrom(options))
  const settings = { ...fields(table.options), ...Object.fromEntries(set.filter(([name]) => !isDecision(name))) }
  const decision = {
    ...fields(table.decision),
    ...Object.fromEntries(set.filter(([name]) => isDecision(name))),
    ...given({
      protocol: options.protocol,
      agreement: options.agreement === undefined ? undefined : readAgreement(options.agreement),
      minConfidence: options.minConfidence,
      optionOrder: options.shuffleChoices ? "shuffled" : undefined,
      options: options.choice && readChoices(options.choice),
    }),
  }
  return {
    ...table,
    format,
    topic,
    ...(seats && { seats }),
    ...filled("options", settings),
    ...filled("decision", decision),
    ...filled("budget", { ...fields(table.budget), ...budgetFrom(options) }),
    ...(options.language !== undefined && { language: options.language }),
    ...(options.seed !== undefined && { seed: options.seed }),
  } as DiscussionInput
}

/** With --model the seats that name none take it, be they the format's own. */
function seatsOf({ seat, model }: DiscussOptions, table: Fields, format: unknown): readonly SeatInput[] | undefined {
  const asked =
    seat?.map((text) => readSeat(text)) ??
    (Array.isArray(table.seats) ? (table.seats as readonly SeatInput[]) : undefined)
  if (model === undefined) return asked
  const own = typeof format === "string" ? fields(fields(presets)[format]) : fields(format)
  const places = asked ?? (own.defaultSeats as readonly SeatInput[] | undefined) ?? [{}]
  return places.map((place: SeatInput) => (place.model === undefined && isModel(place) ? { ...place, model } : place))
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

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {}
}

function filled(name: string, value: object): object {
  return Object.keys(value).length > 0 ? { [name]: value } : {}
}
