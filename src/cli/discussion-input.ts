import type { Effort } from "../core/discussion/seat.ts"
import type { SeatInput } from "../core/formats/discussion-input.ts"
import { defaultFormat } from "../core/formats/index.ts"
import type { DiscussionOptions } from "../core/formats/input-types.ts"
import { omitUndefined } from "../core/omit-undefined.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { assignModels, isModel } from "../core/tables/select-format.ts"
import type { TableFile } from "../core/tables/table-file.ts"
import { parseSeat } from "./parse-seat.ts"
import { requestFields } from "./setting-flags.ts"

/** The flags that are read by name. The others set the fields that their definitions name. */
export interface DiscussFlags {
  readonly materials?: DiscussionOptions["materials"]
  readonly format?: string
  readonly seat?: readonly string[]
  readonly model?: string
  readonly effort?: string
  readonly rounds?: number
  readonly independent?: true
  readonly protocol?: string
  readonly record?: boolean
  readonly set?: readonly string[]
}

/** Builds a request from flags, which win over the table. It is validated when the discussion starts. */
export function buildDiscussionInput(
  topic: string | undefined,
  options: DiscussFlags,
  table?: TableFile,
): DiscussionInput {
  const format = options.format ?? (table ? undefined : defaultFormat.name)
  const seats = seatsOf(options, table, format)
  const { materials } = options
  const own = { format, table, topic, materials: materials?.length ? materials : undefined, seats }
  const input: unknown = { ...omitUndefined(own), ...requestFields(options) }
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
