import type { Effort } from "../core/discussion/seat.ts"
import { invalidField } from "../core/errors.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"
import { defaultFormat } from "../core/formats/index.ts"
import type { DiscussionOptions } from "../core/formats/input-types.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { assignModels, isModel } from "../core/tables/select-format.ts"
import type { TableFile } from "../core/tables/table-file.ts"
import { parseSeat } from "./parse-seat.ts"
import {
  budgetFromFlags,
  type DiscussionSettingFlags,
  ifNotEmpty,
  isDecisionSetting,
  settingsFromFlags,
} from "./setting-flags.ts"

export interface DiscussFlags extends DiscussionSettingFlags {
  readonly materials?: DiscussionOptions["materials"]
  readonly format?: string
  readonly seat?: readonly string[]
  readonly model?: string
  readonly effort?: string
  readonly protocol?: string
  readonly agreement?: string
  readonly minConfidence?: number
  readonly choice?: readonly string[]
  readonly shuffleChoices?: true
  readonly voteFirst?: true
  readonly record?: boolean
  readonly recorder?: string
  readonly baseline?: true
  readonly baselineSeat?: string
  readonly language?: string
  readonly seed?: number
}

/** Builds a request from flags, which win over the table. It is validated when the discussion starts. */
export function buildDiscussionInput(
  topic: string | undefined,
  options: DiscussFlags,
  table?: TableFile,
): DiscussionInput {
  const format = options.format ?? (table ? undefined : defaultFormat.name)
  const seats = seatsOf(options, table, format)
  const settingEntries = Object.entries(settingsFromFlags(options))
  const settings = Object.fromEntries(settingEntries.filter(([name]) => !isDecisionSetting(name)))
  const decision = {
    ...Object.fromEntries(settingEntries.filter(([name]) => isDecisionSetting(name))),
    ...omitUndefined({
      protocol: options.protocol,
      agreement: options.agreement === undefined ? undefined : parseAgreement(options.agreement),
      minConfidence: options.minConfidence,
      optionOrder: options.shuffleChoices ? "shuffled" : undefined,
      decide: options.voteFirst ? "vote-first" : undefined,
      options: options.choice && parseChoices(options.choice),
    }),
  }
  const { materials, recorder, record, language, seed } = options
  const input: unknown = omitUndefined({
    ...{ format, table, topic, materials: materials?.length ? materials : undefined, seats },
    ...{ options: ifNotEmpty(settings), decision: ifNotEmpty(decision), budget: ifNotEmpty(budgetFromFlags(options)) },
    ...{ record, recorder: recorder?.includes(",") ? recorder.split(",") : recorder },
    ...{ baseline: options.baselineSeat ?? options.baseline, language, seed },
  })
  return input as DiscussionInput
}

/** Applies --model and --effort to seats without their own, whether from flags, the table or the format. */
function seatsOf({ seat, model, effort }: DiscussFlags, table: TableFile | undefined, format: string | undefined) {
  const named: readonly SeatInput[] | undefined = seat?.map((text) => parseSeat(text))
  if (model === undefined && effort === undefined) return named
  const seats = assignModels(model === undefined ? [] : [model], { seats: named, table, format })
  if (effort === undefined) return seats
  return seats.map((one) => (isModel(one) ? { ...one, options: { effort: effort as Effort, ...one.options } } : one))
}

/** Whether any seat would get the default model. */
export function hasOpenSeats({ seat, format = defaultFormat.name }: DiscussFlags, table?: TableFile): boolean {
  const unnamed = ""
  const seats = seat?.map((text) => parseSeat(text))
  return assignModels([unnamed], { seats, table, format }).some(({ model }) => model === unnamed)
}

/** A single `proposals` stands for the proposals that the seats will make. */
function parseChoices(choices: readonly string[]): readonly string[] | "proposals" {
  return choices.length === 1 && choices[0] === "proposals" ? "proposals" : choices
}

function parseAgreement(text: string): unknown {
  if (text === "all" || text === "any") return text
  const share = text.trim() === "" ? Number.NaN : Number(text)
  if (share >= 0 && share <= 1) return share
  throw invalidField("--agreement", `must be all, any, or a share such as 0.6, not "${text}"`)
}
