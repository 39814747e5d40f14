import type { Format, Stage } from "../discussion/format.ts"
import { baseSettings } from "../discussion/settings.ts"
import { presets } from "../formats/index.ts"
import { omitUndefined } from "../omit-undefined.ts"
import type { Instructions, TableFile } from "./table-file.ts"

const emptyFormat: Omit<Format, "name" | "promptStyle"> = {
  minSeats: 1,
  maxSeats: 50,
  defaultSeats: [],
  defaultRole: "member",
  silentRoles: [],
  limitReason: "max_rounds",
  stages: [{ kind: "speak", sees: "all" }],
  settings: baseSettings,
}

/** The table's format with the preset's settings; the table's own `options` are applied later. */
export function tableFormat(table: TableFile): Format {
  const { name, minSeats, maxSeats, silentRoles, rules, limitReason, instructions } = table
  // A table that extends no preset must have a prompt style: see missingFieldProblems.
  const preset = table.extends ? presets[table.extends] : { ...emptyFormat, promptStyle: table.promptStyle! }
  const { closing: presetClosing, record: presetRecord, seatIds: _, ...base }: Omit<Format, "name"> = preset
  const promptStyle = table.promptStyle ?? base.promptStyle
  const seatIds = Object.values(presets).find((one) => one.promptStyle === promptStyle)?.seatIds
  const closing = table.closing === undefined ? presetClosing : table.closing
  const defaultRole = table.defaultRole ?? base.defaultRole
  const defaultSeats = table.seats && tableSeats(table.seats, { ...base, defaultRole }, closing?.by)
  const stages = table.stages ?? base.stages
  const requiredRoles = table.requiredRoles ?? namedRoles(table, stages, closing?.by)
  const record = table.record ?? (presetRecord !== undefined && !closing)
  return {
    ...base,
    ...{ name, promptStyle, defaultRole },
    ...omitUndefined({ minSeats, maxSeats, defaultSeats, seatIds, silentRoles, limitReason, rules }),
    ...(requiredRoles.length > 0 && { requiredRoles }),
    stages: instructions ? stages.map((stage) => withInstructions(stage, instructions)) : stages,
    ...(record && { record: { kind: "record", ...(typeof record === "object" && record) } }),
    ...(closing && { closing: instructions ? withInstructions(closing, instructions) : closing }),
  }
}

/** Roles of the table's own seats that a stage, the order `chosen` or the closing needs. */
function namedRoles(table: TableFile, stages: readonly Stage[], writer: string | undefined): string[] {
  const orders = [table.options?.order, ...stages.map((stage) => (stage.kind === "speak" ? stage.order : undefined))]
  const named = [...stages.flatMap(({ roles = [] }) => roles), writer, orders.includes("chosen") ? "chair" : undefined]
  const own = new Set((table.seats ?? []).map(({ role }) => role ?? table.defaultRole))
  return [...new Set(named)].filter((role) => role !== undefined && own.has(role)) as string[]
}

/** The table's own seats, plus the preset's writer if they have none. */
function tableSeats(
  seats: NonNullable<TableFile["seats"]>,
  { defaultSeats, defaultRole }: Pick<Format, "defaultSeats" | "defaultRole">,
  writer: string | undefined,
): Format["defaultSeats"] {
  const named = seats.map((seat, index) => {
    const same = seat.name === undefined ? defaultSeats[index] : defaultSeats.find((one) => one.name === seat.name)
    return { name: seat.name ?? same?.name ?? `Seat ${index + 1}`, role: seat.role ?? same?.role ?? defaultRole }
  })
  const presetWriter = named.some(({ role }) => role === writer)
    ? undefined
    : defaultSeats.find(({ role }) => role === writer)
  return presetWriter ? [...named, presetWriter] : named
}

/** Default instructions are for speaking, so ballots do not get them. */
function withInstructions<S extends Stage | NonNullable<Format["closing"]>>(stage: S, instructions: Instructions): S {
  return stage.kind === "ballot" ? stage : { ...stage, instructions: { ...instructions, ...stage.instructions } }
}
