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
  /** The preset that it comes from: settings of a configuration are by this name. */
  readonly presetName: string | undefined
}

/** The format that was asked for, or the one of the table; throws INPUT_INVALID where there is none such. */
export function selectFormat(
  { format, table, ...request }: DiscussionRequest,
  registry: TableRegistry | undefined,
): SelectedFormat {
  if (format === undefined && table === undefined) throw invalidField("format", "is required; give a format or a table")
  if (format !== undefined && table !== undefined)
    throw invalidField("format", "give either a format or a table, not both")
  const found = typeof table === "string" ? findTable(table, registry) : table && checkTable(table, "table")
  if (found)
    return { request: withTopic(mergeTable(request, found)), format: tableFormat(found), presetName: found.extends }
  const named = format ?? (table as string)
  const selected = typeof named === "string" ? findFormat(named, registry) : named
  return { request: withTopic(request), format: selected, presetName: selected.name }
}

/** Undefined where it is a preset, which is a table as it comes. */
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
    throw invalidField("topic", `the table ${table.name} is about its own topic; leave it out, or use another table`)
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

/** A seat named like one of the table's takes its place, with all that it does not say itself. */
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
  /** Those that were named; else the table's, else the preset's. */
  readonly seats?: readonly SeatInput[] | undefined
  readonly table?: TableFile | undefined
  readonly format?: string | undefined
}

/** The seats, with models for those that name none, one after the other and from the first again where there are fewer. */
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
