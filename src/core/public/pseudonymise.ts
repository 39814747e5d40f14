import type { Seat, SeatId } from "../discussion/seat.ts"
import { type DiscussionState, isOver } from "../discussion/state.ts"
import { hidesNames, pseudonyms } from "../prompting/pseudonyms.ts"

/** By id and by name of a seat what one reader knows it as. */
export type Pseudonyms = ReadonlyMap<string, string>

/**
 * Under which names a seat reads the others, or whoever reads without a seat reads all of them; undefined where they may
 * know them, as everyone may once it is over.
 */
export function pseudonymsFor(state: DiscussionState, reader: SeatId | undefined): Pseudonyms | undefined {
  const { table, status, everyone } = state
  if (isOver(status) || !hidesNames(table.format)) return undefined
  if (reader === undefined && table.secret === undefined) return undefined
  const shown = pseudonyms(state)
  const hidden = everyone.filter(({ id, name }) => id !== reader && shown(id) !== name)
  return new Map(hidden.flatMap(({ id, name }) => [id, name].map((word) => [word, shown(id)] as const)))
}

/** The seat that a reader without one knows by a pseudonym, so that it can be asked and answered for; else as it was called. */
export function resolveSeatId(state: DiscussionState, called: string): string {
  const names = pseudonymsFor(state, undefined)
  return state.everyone.find(({ id }) => names?.get(id) === called)?.id ?? called
}

/** What tells seats apart, or holds words of theirs that nobody is to see in any case. */
const identifying = new Set(["model", "modelId", "fallbacks", "persona", "briefing", "agentId"])
/** Words of ours, or of whoever set it up: a seat's name among them is no seat. */
const verbatim = new Set([
  ...["type", "kind", "purpose", "status", "finishReason", "form", "asks", "reading", "reason"],
  ...["format", "language", "topic", "materials", "chunk"],
])
/** Texts that may name seats: votes in the ballot's words, and what is written by whoever knows the names. */
const texts = new Set(["content", "reasoning", "proposedSolution", "example", "question"])

/** Seats by their pseudonyms wherever they are named, as ids too, and nothing that says which model speaks. */
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

/** Seats in the order of their pseudonyms: that of the table would tell who is who. */
function inOrder(values: readonly unknown[]): readonly unknown[] {
  const isSeat = (value: unknown): value is Seat =>
    typeof value === "object" && value !== null && "role" in value && "name" in value && "kind" in value
  return values.length > 1 && values.every(isSeat) ? values.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : values
}

/** A text of ours that names seats, with their pseudonyms. */
export function hideNames(text: string, names: Pseudonyms): string {
  const words = [...names].toSorted(([a], [b]) => b.length - a.length)
  return words.reduce((shown, [name, label]) => shown.replace(wholeWord(name), label), text)
}

/** A text that names seats by pseudonyms, in the names of the seats. */
export function showNames(text: string, names: Pseudonyms): string {
  const labels = new Map([...names].map(([name, label]) => [label, name]))
  return [...labels].reduce((shown, [label, name]) => shown.replace(wholeWord(label), () => name), text)
}

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "gu")
}
