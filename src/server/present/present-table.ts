import { isPresetName, presetDescriptions } from "../../core/formats/index.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { resolveTable, type TableDefaults } from "../../core/tables/resolve-table.ts"
import type { PublicTable } from "../../operations/tables.ts"

/** The public fields of a table: no briefings or personas. Throws where there is no table with this name. */
export function presentTable(name: string, defaults: Omit<TableDefaults, "seed">): PublicTable {
  const table = defaults.tables?.find(name)
  const { description = isPresetName(name) ? presetDescriptions[name] : undefined, topic, language } = table ?? {}
  // Resolved as for a discussion, so that it shows what a discussion gets.
  const resolved = resolveTable({ table: name, topic: topic ?? name }, { ...defaults, seed: 0 })
  const { name: format, voice, minSeats, maxSeats, rules, stages, closing, settings: options } = resolved.format
  const own = defaults.tables?.own?.names.includes(name) ? (true as const) : undefined
  const seats = resolved.seats.map(({ name: seat, role, kind }) => {
    const [model] = [table?.seats?.find((one) => one.name === seat)?.model].flat()
    return omitUndefined({ name: seat, role, kind, model })
  })
  return omitUndefined({
    ...{ name, own, description, extends: table?.extends, format, voice, topic, language, minSeats, maxSeats },
    ...{ seats, rules, stages, closing, options, decision: { options: resolved.choices } },
  })
}
