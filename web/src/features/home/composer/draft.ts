import type { AvailableModel } from "../../../api/models.ts"
import type { Table } from "../../../api/tables.ts"
import { randomId } from "../../../api/use-idempotency-key.ts"
import type { LanguageCode } from "../../../texts/languages.ts"
import { isPreset } from "./format-picture.tsx"

export type SeatKind = "model" | "human" | "external"

/** A seat as it is being edited; what is left empty is left to the server. */
export interface SeatDraft {
  /** Its own for as long as the page is open. */
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

/** A setting that has no field of its own. */
export interface OtherSetting {
  readonly name: string
  readonly value: string
}

/** What stands in the folded part; numbers as they were typed, empty for the format's own. */
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
  /** The seat that is also asked alone; empty for none. */
  readonly baseline: string
  /** One a line. */
  readonly options: string
  /** A JSON Schema that the answer shall fit, as it was typed. */
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
 * The table's own seats, each on a model that is there: the one that the table names, on the first seat the one that is
 * wanted, else a suggested one. The formats' own names are in the reader's language; a table's stay, since by them its
 * seats are told who they are.
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

/** One more, under a name that nobody has yet, on the model whose turn it is. */
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
 * Which model to seat where, in turn: real ones where there are any, one of each provider before a second of one, since
 * minds that differ are what a table is for. Else the rehearsal's.
 */
export function suggestModels(models: readonly AvailableModel[], seats: number): readonly (string | undefined)[] {
  const real = models.filter(({ rehearsal }) => !rehearsal)
  const candidates = real.length > 0 ? interleaveProviders(real) : models.filter(({ id }) => id !== "rehearsal/auto")
  return Array.from({ length: seats }, (_, place) => candidates[place % Math.max(1, candidates.length)]?.id)
}

/** The first of each provider, then the second of each, and so on. */
function interleaveProviders(models: readonly AvailableModel[]): readonly AvailableModel[] {
  const byProvider = Map.groupBy(models, ({ provider }) => provider)
  const maxPerProvider = Math.max(...[...byProvider.values()].map(({ length }) => length))
  return Array.from({ length: maxPerProvider }, (_, place) =>
    [...byProvider.values()].map((own) => own[place]),
  ).flatMap((row) => row.filter((model) => model !== undefined))
}
