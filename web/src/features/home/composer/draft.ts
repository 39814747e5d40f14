import type { AvailableModel } from "../../../api/models.ts"
import type { Table } from "../../../api/tables.ts"
import { randomId } from "../../../api/use-idempotency-key.ts"
import type { LanguageCode } from "../../../texts/languages.ts"
import { isPreset } from "./format-picture.tsx"

export type SeatKind = "model" | "human" | "external"

/** A seat as form values; empty fields are left to the server. */
export interface SeatDraft {
  /** A unique key while the page is open. */
  readonly id: string
  readonly name: string
  readonly kind: SeatKind
  readonly role: string
  readonly model: string
  readonly persona: string
  readonly briefing: string
  readonly temperature: string
  readonly maxTokens: string
  readonly weight: string
}

/** A setting without a field of its own. */
export interface OtherSetting {
  readonly name: string
  readonly value: string
}

/** Values of the collapsed settings; numbers as typed, empty means the format's default. */
export interface SettingsDraft {
  readonly language: LanguageCode
  readonly rounds: string
  readonly order: string
  readonly independentFirstRound: boolean
  readonly seed: string
  readonly budgetTokens: string
  readonly budgetMinutes: string
  readonly budgetDollars: string
  readonly protocol: string
  readonly agreement: string
  /** The seat asked alone as a baseline; empty for none. */
  readonly baseline: string
  /** One per line. */
  readonly options: string
  /** JSON Schema of the result, as typed. */
  readonly result: string
  readonly waitMinutes: string
  readonly afterWait: string
  readonly isHeld: boolean
  readonly others: readonly OtherSetting[]
}

export function emptySettings(language: LanguageCode): SettingsDraft {
  return {
    language,
    rounds: "",
    order: "",
    independentFirstRound: false,
    seed: "",
    budgetTokens: "",
    budgetMinutes: "",
    budgetDollars: "",
    protocol: "",
    agreement: "",
    baseline: "",
    options: "",
    result: "",
    waitMinutes: "",
    afterWait: "",
    isHeld: false,
    others: [],
  }
}

export function emptySeat(given: Partial<SeatDraft> = {}): SeatDraft {
  return {
    id: randomId(),
    name: "",
    kind: "model",
    role: "",
    model: "",
    persona: "",
    briefing: "",
    temperature: "",
    maxTokens: "",
    weight: "",
    ...given,
  }
}

type Names = Readonly<Record<string, string>>

/**
 * The table's default seats, each with an available model: the table's own, on the first seat the preferred one, else
 * a suggested one. Names of built-in formats are translated; a table's stay, because its instructions refer
 * to them.
 */
export function defaultSeats(
  { name: tableName, seats }: Table,
  models: readonly AvailableModel[],
  names: Names,
  preferredModel?: string,
): readonly SeatDraft[] {
  const suggested = suggestModels(models, seats.length)
  const chosen = preferredModel === undefined ? suggested : [preferredModel, ...suggested]
  const localName = (name: string) => (isPreset(tableName) ? (names[name] ?? name) : name)
  return seats.map(({ name, role, kind, model }, place) =>
    emptySeat({ name: localName(name), role, kind, model: model ?? chosen[place] ?? "" }),
  )
}

/** A new seat with an unused name and the next model in turn. */
export function nextSeat(
  seats: readonly SeatDraft[],
  models: readonly AvailableModel[],
  name: (number: number) => string,
) {
  const taken = new Set(seats.map((seat) => seat.name.trim().toLowerCase()))
  let number = seats.length + 1
  while (taken.has(name(number).toLowerCase())) number++
  return emptySeat({ name: name(number), model: suggestModels(models, seats.length + 1).at(-1) ?? "" })
}

/**
 * The models to assign in turn: real ones if there are any, one of each provider before a second of the same, because
 * different models make a better table; otherwise rehearsal models.
 */
export function suggestModels(models: readonly AvailableModel[], seats: number): readonly (string | undefined)[] {
  const real = models.filter(({ rehearsal }) => !rehearsal)
  const candidates = real.length > 0 ? interleaveProviders(real) : models.filter(({ id }) => id !== "rehearsal/auto")
  return Array.from({ length: seats }, (_, place) => candidates[place % Math.max(1, candidates.length)]?.id)
}

/** Round-robin over providers. */
function interleaveProviders(models: readonly AvailableModel[]): readonly AvailableModel[] {
  const byProvider = Map.groupBy(models, ({ provider }) => provider)
  const maxPerProvider = Math.max(...[...byProvider.values()].map(({ length }) => length))
  return Array.from({ length: maxPerProvider }, (_, place) =>
    [...byProvider.values()].map((own) => own[place]),
  ).flatMap((row) => row.filter((model) => model !== undefined))
}
