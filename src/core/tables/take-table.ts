import { invalidInput } from "../errors.ts"
import type { Format } from "../formats/format.ts"
import { isPresetName, presetNames, presets } from "../formats/index.ts"
import { sameName } from "../formats/lay-places.ts"
import { nearest } from "../nearest.ts"
import type { Asked } from "./asked.ts"
import { formatOfTable } from "./format-of-table.ts"
import { checkTable } from "./read-table.ts"
import type { TableFile, TableShelf } from "./table-file.ts"

type Besides = Omit<Asked, "format" | "table">
type Seat = NonNullable<Asked["seats"]>[number]

export interface Taken {
  /** What was asked, completed by what the table says. */
  readonly asked: Besides & { readonly topic: string }
  readonly format: Format
  /** The preset that it comes from: settings of a configuration are by this name. */
  readonly from: string | undefined
}

/** The format that was asked for, or the one of the table; throws INPUT_INVALID where there is none such. */
export function takeTable({ format, table, ...asked }: Asked, shelf: TableShelf | undefined): Taken {
  if ((format === undefined) === (table === undefined)) {
    throw invalidInput([{ field: "format", message: "name either a format or a table" }])
  }
  const found = typeof table === "string" ? findTable(table, shelf) : table && checkTable(table, "table")
  if (found) return { asked: withTopic(completed(asked, found)), format: formatOfTable(found), from: found.extends }
  const named = format ?? (table as string)
  const taken = typeof named === "string" ? findFormat(named, shelf) : named
  return { asked: withTopic(asked), format: taken, from: taken.name }
}

/** Undefined where it is a preset, which is a table as it comes. */
function findTable(name: string, shelf: TableShelf | undefined): TableFile | undefined {
  const found = shelf?.find(name)
  if (found || isPresetName(name)) return found
  const known = [...presetNames, ...(shelf?.names ?? [])]
  throw invalidInput([{ field: "table", message: `no table is called "${name}"; ${hint(name, known)}` }])
}

function findFormat(name: string, shelf: TableShelf | undefined): Format {
  if (isPresetName(name)) return presets[name]
  const more = shelf?.names.includes(name)
    ? "there is a table of that name; ask for it as table"
    : hint(name, presetNames)
  throw invalidInput([{ field: "format", message: `no format is called "${name}"; ${more}` }])
}

function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  return near ? `did you mean "${near}"?` : `known are ${known.join(", ")}`
}

function completed(asked: Besides, table: TableFile): Besides {
  const { topic = table.topic, language = table.language, seed = table.seed } = asked
  return {
    ...asked,
    topic,
    language,
    seed,
    seats: asked.seats ? seatedAt(asked.seats, table) : table.seats,
    options: { ...table.options, ...present(asked.options) },
    decision: { ...table.decision, ...present(asked.decision) },
    budget: { ...table.budget, ...present(asked.budget) },
  }
}

/** Whoever writes the result stays, with what the table says of it, where nobody else is named for that. */
function seatedAt(seats: readonly Seat[], table: TableFile): Seat[] {
  const taken = seats.map((seat) => seated(seat, table.seats))
  const isWriter = ({ role }: Seat) => role !== undefined && role === table.closing?.by
  const writer = table.seats?.find(isWriter)
  return writer && !taken.some(isWriter) ? [...taken, writer] : taken
}

/** A seat named like one of the table's takes its place, with all that it does not say itself. */
function seated(seat: Seat, seats: readonly Seat[] | undefined): Seat {
  const place = seats?.find((one) => one.name !== undefined && sameName(one.name, seat.name ?? ""))
  if (!place) return seat
  const { model: _, ...rest } = place
  return { ...(seat.kind === undefined || seat.kind === "model" ? place : rest), ...present(seat) }
}

function present<T extends object>(values: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>
}

function withTopic(asked: Besides): Taken["asked"] {
  const { topic } = asked
  if (topic !== undefined) return { ...asked, topic }
  throw invalidInput([{ field: "topic", message: "is missing; it must be text: say what is to be discussed" }])
}
