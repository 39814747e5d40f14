import { isPresetName, presetDescriptions } from "../../core/formats/index.ts"
import { resolveTable, type TableDefaults } from "../../core/tables/resolve-table.ts"
import type { PublicTable } from "../schemas/tables.ts"

/** A table as everyone may see it: without what its seats are told in private. Throws where there is none of that name. */
export function presentTable(name: string, defaults: Omit<TableDefaults, "seed">): PublicTable {
  const table = defaults.tables?.find(name)
  const { description = isPresetName(name) ? presetDescriptions[name] : undefined, topic, language } = table ?? {}
  // Laid as it would be for a discussion, so that what is shown is what one gets.
  const laid = resolveTable({ table: name, topic: topic ?? name }, { ...defaults, seed: 0 })
  const { format } = laid
  const asked = (seat: string) => table?.seats?.find((place) => place.name === seat)?.model
  return {
    name,
    ...(description !== undefined && { description }),
    ...(table?.extends && { extends: table.extends }),
    format: format.name,
    voice: format.voice,
    ...(topic !== undefined && { topic }),
    ...(language !== undefined && { language }),
    minSeats: format.minSeats,
    maxSeats: format.maxSeats,
    seats: laid.seats.map(({ name: seat, role, kind }) => {
      const [model] = [asked(seat) ?? []].flat()
      return { name: seat, role, kind, ...(model !== undefined && { model }) }
    }),
    ...(format.rules !== undefined && { rules: format.rules }),
    stages: format.stages,
    ...(format.closing && { closing: format.closing }),
    options: format.settings,
    decision: { options: laid.choices },
  }
}
