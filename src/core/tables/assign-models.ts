import type { SeatInput } from "../formats/discussion-input.ts"
import { isPresetName, presets } from "../formats/index.ts"
import type { TableFile } from "./table-file.ts"

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
