import type { NewDiscussion } from "../../../api/discussions.ts"
import type { Table } from "../../../api/tables.ts"
import type { OtherSetting, SeatDraft, SettingsDraft } from "./draft.ts"
import { usualFormats } from "./usual-formats.ts"

interface Draft {
  readonly topic: string
  readonly format: string
  /** undefined: the format's own, while it is not known yet who sits there. */
  readonly seats: readonly SeatDraft[] | undefined
  readonly settings: SettingsDraft
}

/** What is sent for a draft: only what was said. What is wrong in it is the server's to say, field by field. */
export function bodyOf({ topic, format, seats, settings }: Draft, table: Table | undefined): NewDiscussion {
  const options = optionsOf(settings, table)
  const decision = decisionOf(settings)
  const budget = numbers({
    tokens: settings.budgetTokens,
    seconds: settings.budgetMinutes,
    dollars: settings.budgetDollars,
  })
  const body = {
    ...(usualFormats.includes(format) ? { format } : { table: format }),
    ...texts({ topic }),
    ...(seats && { seats: seats.map(seatOf) }),
    ...filled("options", options),
    ...filled("decision", decision),
    ...filled("budget", budget.seconds === undefined ? budget : { ...budget, seconds: budget.seconds * 60 }),
    language: settings.language,
    ...numbers({ seed: settings.seed }),
    ...(settings.isHeld && { start: false }),
  }
  return body as NewDiscussion
}

function seatOf(seat: SeatDraft): Record<string, unknown> {
  const options = numbers({ temperature: seat.temperature, maxTokens: seat.maxTokens })
  return {
    ...texts({ name: seat.name, role: seat.role, persona: seat.persona, briefing: seat.briefing }),
    ...(seat.kind === "model" ? texts({ model: seat.model }) : { kind: seat.kind }),
    ...numbers({ weight: seat.weight }),
    ...filled("options", options),
  }
}

function optionsOf(settings: SettingsDraft, table: Table | undefined): Record<string, unknown> {
  const { rounds, order, independentFirstRound, waitMinutes, afterWait, others } = settings
  const { wait } = numbers({ wait: waitMinutes })
  return {
    ...numbers({ rounds }),
    ...texts({ order, afterWait }),
    ...(independentFirstRound && { independentFirstRound }),
    ...(wait !== undefined && { waitMs: Math.round(wait * 60_000) }),
    ...Object.fromEntries(
      others.filter(({ name }) => name !== "").map((other) => [other.name, settingValue(other, table)]),
    ),
  }
}

function decisionOf({ protocol, agreement, options }: SettingsDraft): Record<string, unknown> {
  const lines = options
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  return {
    ...texts({ protocol }),
    ...(agreement !== "" && { agreement: agreement === "all" || agreement === "any" ? agreement : Number(agreement) }),
    ...(lines.length > 0 && { options: lines }),
  }
}

/** A setting's text as the kind of value that it has now: `0.5`, `true`, `null`, or words as they are. */
function settingValue({ name, value }: OtherSetting, table: Table | undefined): unknown {
  const usual: unknown = (table?.options as Readonly<Record<string, unknown>> | undefined)?.[name]
  if (Array.isArray(usual)) return value === "" ? [] : value.split(",").map((part) => part.trim())
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function texts(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  )
}

function numbers<Name extends string>(given: Readonly<Record<Name, string>>): { [N in Name]?: number } {
  const found = Object.entries<string>(given).flatMap(([name, value]) =>
    value.trim() === "" ? [] : [[name, Number(value)]],
  )
  return Object.fromEntries(found)
}

function filled(name: string, fields: object): Record<string, object> {
  return Object.keys(fields).length > 0 ? { [name]: fields } : {}
}
