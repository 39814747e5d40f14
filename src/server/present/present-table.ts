import { isPresetName, presetDescriptions } from "../../core/formats/index.ts"
import { resolveTable, type TableDefaults } from "../../core/tables/resolve-table.ts"
import type { PublicTable } from "../../operations/tables.ts"

/** The public fields of a table: no briefings or personas. Throws where there is no table with this name. */
export function presentTable(name: string, defaults: Omit<TableDefaults, "seed">): PublicTable {
  const table = defaults.tables?.find(name)
  const { description = isPresetName(name) ? presetDescriptions[name] : undefined, topic, language } = table ?? {}
  // Resolved as for a discussion, so that it shows what a discussion gets.
  const resolved = resolveTable({ table: name, topic: topic ?? name }, { ...defaults, seed: 0 })
  const { format } = resolved
  const ownModel = (name: string) => table?.seats?.find((seat) => seat.name === name)?.model
  return {
    name,
    ...(defaults.tables?.own?.names.includes(name) && { own: true as const }),
    ...(description !== undefined && { description }),
    ...(table?.extends && { extends: table.extends }),
    format: format.name,
    voice: format.voice,
    ...(topic !== undefined && { topic }),
    ...(language !== undefined && { language }),
    minSeats: format.minSeats,
    maxSeats: format.maxSeats,
    seats: resolved.seats.map(({ name: seat, role, kind }) => {
      const [model] = [ownModel(seat) ?? []].flat()
      return { name: seat, role, kind, ...(model !== undefined && { model }) }
    }),
    ...(format.rules !== undefined && { rules: format.rules }),
    stages: format.stages,
    ...(format.closing && { closing: format.closing }),
    options: format.settings,
    decision: { options: resolved.choices },
  }
}
