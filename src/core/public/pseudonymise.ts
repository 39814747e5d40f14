import type { Seat, SeatId } from "../discussion/seat.ts"
import { type DiscussionState, isOver } from "../discussion/state.ts"
import { hidesNames, pseudonyms } from "../prompting/pseudonyms.ts"

/** Maps ids and names of seats to the pseudonyms that one reader sees. */
export type Pseudonyms = ReadonlyMap<string, string>

/**
 * The pseudonyms that a reader (a seat, or undefined for readers without one) must see. Undefined if the reader may
 * know the names, as everyone may once the discussion is over.
 */
export function pseudonymsFor(state: DiscussionState, reader: SeatId | undefined): Pseudonyms | undefined {
  const { table, status, everyone } = state
  if (isOver(status) || !hidesNames(table.format)) return undefined
  if (reader === undefined && table.secret === undefined) return undefined
  const shown = pseudonyms(state)
  const hidden = everyone.filter(({ id, name }) => id !== reader && shown(id) !== name)
  return new Map(hidden.flatMap(({ id, name }) => [id, name].map((word) => [word, shown(id)] as const)))
}

/** Resolves a pseudonym used by a reader without a seat to the seat's id; other ids are returned unchanged. */
export function resolveSeatId(state: DiscussionState, called: string): string {
  const names = pseudonymsFor(state, undefined)
  return state.everyone.find(({ id }) => names?.get(id) === called)?.id ?? called
}

/** Fields that identify a seat, or that are never public. */
const identifying = new Set(["model", "modelId", "fallbacks", "persona", "briefing", "agentId"])
/** Fields that never refer to seats: a seat's name in them is a coincidence. */
const verbatim = new Set([
  ...["type", "kind", "purpose", "status", "finishReason", "form", "asks", "reading", "reason"],
  ...["format", "language", "topic", "materials", "chunk"],
])
/** Free texts in which names of seats are replaced. */
const texts = new Set(["content", "reasoning", "proposedSolution", "example", "question"])

/** Replaces ids and names of seats everywhere in a value, and removes what identifies a model. */
export function pseudonymise<Value>(value: Value, names: Pseudonyms): Value {
  if (typeof value === "string") return (names.get(value) ?? value) as Value
  if (Array.isArray(value)) return inOrder(value.map((one) => pseudonymise(one, names))) as Value
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).flatMap(([key, field]) => {
    if (identifying.has(key)) return []
    const isText = texts.has(key) && typeof field === "string"
    const shown = verbatim.has(key) ? field : isText ? hideNames(field, names) : pseudonymise(field, names)
    return [[names.get(key) ?? key, shown]]
  })
  return Object.fromEntries(fields) as Value
}

/** Sorts lists of seats by pseudonym: the order of the table would identify them. */
function inOrder(values: readonly unknown[]): readonly unknown[] {
  const isSeat = (value: unknown): value is Seat =>
    typeof value === "object" && value !== null && "role" in value && "name" in value && "kind" in value
  return values.length > 1 && values.every(isSeat) ? values.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : values
}

/** Replaces names by pseudonyms in a text. */
export function hideNames(text: string, names: Pseudonyms): string {
  const words = [...names].toSorted(([a], [b]) => b.length - a.length)
  return words.reduce((shown, [name, label]) => shown.replace(wholeWord(name), label), text)
}

/** Replaces pseudonyms by names in a text. */
export function showNames(text: string, names: Pseudonyms): string {
  const labels = new Map([...names].map(([name, label]) => [label, name]))
  return [...labels].reduce((shown, [label, name]) => shown.replace(wholeWord(label), () => name), text)
}

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "gu")
}
