import type { Format } from "../discussion/format.ts"
import { invalidField, invalidInput } from "../errors.ts"
import type { SeatInput } from "../formats/discussion-input.ts"
import { isPresetName, presetNames, presets } from "../formats/index.ts"
import { sameName } from "../formats/resolve-seats.ts"
import { omitUndefined } from "../omit-undefined.ts"
import { nameHint } from "../validation.ts"
import type { DiscussionRequest } from "./discussion-request.ts"
import type { TableFile, TableRegistry } from "./table-file.ts"
import { tableFormat } from "./table-format.ts"
import { checkTable } from "./table-problems.ts"

type RequestFields = Omit<DiscussionRequest, "format" | "table">
type Seat = NonNullable<DiscussionRequest["seats"]>[number]

export interface SelectedFormat {
  readonly request: RequestFields & { readonly topic: string }
  readonly format: Format
  /** The preset it is based on, by which the configuration file sets settings. */
  readonly presetName: string | undefined
}

/** The requested format, or the table's; throws INPUT_INVALID if it does not exist. */
export function selectFormat(
  { format, table, ...request }: DiscussionRequest,
  registry: TableRegistry | undefined,
): SelectedFormat {
  if (format === undefined && table === undefined) throw invalidField("format", "is required; set format or table")
  if (format !== undefined && table !== undefined) throw invalidField("format", "set either format or table, not both")
  const found = typeof table === "string" ? findTable(table, registry) : table && checkTable(table, "table")
  if (found)
    return { request: withTopic(mergeTable(request, found)), format: tableFormat(found), presetName: found.extends }
  const named = format ?? (table as string)
  const selected = typeof named === "string" ? findFormat(named, registry) : named
  return { request: withTopic(request), format: selected, presetName: selected.name }
}

/** Undefined for a preset, which needs no table file. */
export function findTable(name: string, registry: TableRegistry | undefined): TableFile | undefined {
  const found = registry?.find(name)
  if (found || isPresetName(name)) return found
  const known = [...presetNames, ...(registry?.names ?? [])]
  throw invalidField("table", `there is no table "${name}"; ${nameHint(name, known)}`)
}

function findFormat(name: string, registry: TableRegistry | undefined): Format {
  if (isPresetName(name)) return presets[name]
  const more = registry?.names.includes(name)
    ? "there is a table with this name; use the field table"
    : nameHint(name, presetNames)
  throw invalidField("format", `there is no format "${name}"; ${more}`)
}

export function mergeTable(request: RequestFields, table: TableFile): RequestFields {
  if (table.ownTopic && request.topic !== undefined && request.topic.trim() !== table.topic?.trim()) {
    throw invalidField("topic", `the table ${table.name} has a fixed topic; remove topic, or use another table`)
  }
  const { topic = table.topic, language = table.language, seed = table.seed } = request
  return {
    ...request,
    topic,
    language,
    seed,
    seats: request.seats?.map((seat) => mergeSeat(seat, table.seats)) ?? table.seats,
    record: request.record ?? table.record,
    recorder: request.recorder ?? table.recorder,
    result: request.result ?? table.result,
    options: { ...table.options, ...omitUndefined(request.options ?? {}) },
    decision: { ...table.decision, ...omitUndefined(request.decision ?? {}) },
    budget: { ...table.budget, ...omitUndefined(request.budget ?? {}) },
  }
}

/** A seat with the name of a table seat replaces it and inherits the fields that it does not set. */
function mergeSeat(seat: Seat, seats: readonly Seat[] | undefined): Seat {
  const tableSeat = seats?.find((one) => one.name !== undefined && sameName(one.name, seat.name ?? ""))
  if (!tableSeat) return seat
  const { model: _, ...rest } = tableSeat
  return { ...(seat.kind === undefined || seat.kind === "model" ? tableSeat : rest), ...omitUndefined(seat) }
}

function withTopic(request: RequestFields): SelectedFormat["request"] {
  const { topic } = request
  if (topic !== undefined) return { ...request, topic }
  throw invalidInput([{ field: "topic", message: "is required; it must be text", code: "REQUIRED" }])
}

interface SeatsOf {
  /** Default: the table's seats, else the preset's. */
  readonly seats?: readonly SeatInput[] | undefined
  readonly table?: TableFile | undefined
  readonly format?: string | undefined
}

/** Assigns models in rotation to the model seats that name none. */
export function assignModels(models: readonly string[], { seats: named, table, format }: SeatsOf): SeatInput[] {
  const presetName = table ? table.extends : format
  const preset = presetName !== undefined && isPresetName(presetName) ? presets[presetName] : undefined
  const seats: readonly SeatInput[] = named ?? table?.seats ?? preset?.defaultSeats ?? [{}]
  const own = (name: string | undefined) => table?.seats?.find((seat) => seat.name === name && name !== undefined)
  let given = 0
  return seats.map((seat) =>
    models.length > 0 && seat.model === undefined && own(seat.name)?.model === undefined && isModel(seat)
      ? { ...seat, model: models[given++ % models.length]! }
      : seat,
  )
}

export function isModel({ kind, role }: SeatInput): boolean {
  return kind === undefined ? role !== "user" : kind === "model"
}
