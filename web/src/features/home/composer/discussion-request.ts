import type { NewDiscussion } from "../../../api/discussions.ts"
import type { Table } from "../../../api/tables.ts"
import type { OtherSetting, SeatDraft, SettingsDraft } from "./draft.ts"
import { isPreset } from "./format-picture.tsx"

interface Draft {
  readonly topic: string
  readonly format: string
  /** undefined: the format's default seats, while they are still loading. */
  readonly seats: readonly SeatDraft[] | undefined
  readonly settings: SettingsDraft
}

/** The request body of a draft, with only the fields that were set. The server validates it field by field. */
export function toDiscussionRequest(
  { topic, format, seats, settings }: Draft,
  table: Table | undefined,
): NewDiscussion {
  const options = toOptions(settings, table)
  const decision = toDecision(settings, table)
  const budget = toNumbers({
    tokens: settings.budgetTokens,
    seconds: settings.budgetMinutes,
    dollars: settings.budgetDollars,
  })
  const body = {
    ...(isPreset(format) ? { format } : { table: format }),
    ...nonEmptyTexts({ topic }),
    ...(seats && { seats: seats.map(toSeat) }),
    ...nonEmptyObject("options", options),
    ...nonEmptyObject("decision", decision),
    ...(decision.options !== undefined && nonEmptyTexts({ baseline: settings.baseline })),
    ...nonEmptyObject("budget", budget.seconds === undefined ? budget : { ...budget, seconds: budget.seconds * 60 }),
    ...(settings.result.trim() !== "" && { result: parsedOrText(settings.result) }),
    language: settings.language,
    ...toNumbers({ seed: settings.seed }),
    ...(settings.isHeld && { start: false }),
  }
  return body as NewDiscussion
}

function toSeat(seat: SeatDraft): Record<string, unknown> {
  const options = toNumbers({ temperature: seat.temperature, maxTokens: seat.maxTokens })
  return {
    ...nonEmptyTexts({ name: seat.name, role: seat.role, persona: seat.persona, briefing: seat.briefing }),
    ...(seat.kind === "model" ? nonEmptyTexts({ model: seat.model }) : { kind: seat.kind }),
    ...toNumbers({ weight: seat.weight }),
    ...nonEmptyObject("options", options),
  }
}

function toOptions(settings: SettingsDraft, table: Table | undefined): Record<string, unknown> {
  const { rounds, order, independentFirstRound, waitMinutes, afterWait, others } = settings
  const { wait } = toNumbers({ wait: waitMinutes })
  return {
    ...toNumbers({ rounds }),
    ...nonEmptyTexts({ order, afterWait }),
    ...(independentFirstRound && { independentFirstRound }),
    ...(wait !== undefined && { waitMs: Math.round(wait * 60_000) }),
    ...Object.fromEntries(
      others.filter(({ name }) => name !== "").map((other) => [other.name, settingValue(other, table)]),
    ),
  }
}

/** Options at a table without a vote are decided by one ballot at the end (default: plurality). */
function toDecision(
  { protocol, agreement, options }: SettingsDraft,
  table: Table | undefined,
): Record<string, unknown> {
  const lines = options
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const isVoting = table === undefined || table.stages.some(({ kind }) => kind === "ballot")
  return {
    ...nonEmptyTexts({ protocol: protocol === "" && lines.length > 0 && !isVoting ? "plurality" : protocol }),
    ...(agreement !== "" && { agreement: agreement === "all" || agreement === "any" ? agreement : Number(agreement) }),
    ...(lines.length > 0 && { options: lines }),
  }
}

/** Parses a setting's text: `0.5`, `true`, `null`, otherwise a string. */
function settingValue({ name, value }: OtherSetting, table: Table | undefined): unknown {
  const defaultValue: unknown = (table?.options as Readonly<Record<string, unknown>> | undefined)?.[name]
  if (Array.isArray(defaultValue)) return value === "" ? [] : value.split(",").map((part) => part.trim())
  return parsedOrText(value)
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function nonEmptyTexts(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  )
}

function toNumbers<Name extends string>(given: Readonly<Record<Name, string>>): { [N in Name]?: number } {
  const found = Object.entries<string>(given).flatMap(([name, value]) =>
    value.trim() === "" ? [] : [[name, Number(value)]],
  )
  return Object.fromEntries(found)
}

function nonEmptyObject(name: string, fields: object): Record<string, object> {
  return Object.keys(fields).length > 0 ? { [name]: fields } : {}
}
