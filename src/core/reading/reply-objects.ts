import { readConfidence } from "./read-confidence.ts"
import { type Found, type FoundAnswer, plainSigns, type ReplyLine } from "./reply-lines.ts"
import { plainText } from "./vote-text.ts"
import type { NumberStyle } from "./words/reader-words.ts"

/** A JSON object found in a reply. Its keys are lower case letters only, so `has_consensus` is `hasconsensus`. */
export interface ReplyObject extends Found {
  /** It begins its line, and is not a mention within a sentence. */
  readonly ownLine: boolean
  readonly fields: ReadonlyMap<string, unknown>
}

const quote = "[\"“”']"
const patterns = {
  hasconsensus: /has[ _-]?consensus["“”']?\s{0,4}[:：]/iu,
  choice: new RegExp(`${quote}(?:choice|answer|respuesta|elecci[oó]n|voto|vote|选择|答案)${quote}\\s{0,4}[:：]`, "iu"),
  ranking: new RegExp(`${quote}ranking${quote}\\s{0,4}[:：]`, "iu"),
  approved: new RegExp(`${quote}approved${quote}\\s{0,4}[:：]`, "iu"),
  scores: new RegExp(`${quote}scores${quote}\\s{0,4}[:：]`, "iu"),
}

/** What the key of a choice may be called; models translate it. */
export const choiceKeys = ["choice", "answer", "respuesta", "eleccion", "voto", "vote", "选择", "答案"] as const

const keys = {
  hasconsensus: ["hasconsensus"],
  choice: choiceKeys,
  ranking: ["ranking"],
  approved: ["approved"],
  scores: ["scores"],
} as const

/** Objects tried in one reply; hostile text may open braces without end. */
const maxTries = 40
/** Formulas are full of short ones, which cost little. */
const shortBraces = 200

/**
 * The objects of a reply that have a key. The outermost one counts: what is nested in it is talked about. Only where it
 * has no such key itself may one within it be the answer.
 */
export function replyObjects(lines: readonly ReplyLine[], key: keyof typeof keys): ReplyObject[] {
  const text = lines.map((line) => (line.quoted ? "" : line.text)).join("\n")
  const found: ReplyObject[] = []
  let from = patterns[key].exec(text) === null ? -1 : text.indexOf("{")
  for (let tries = 0; from >= 0 && tries < maxTries; from = text.indexOf("{", from)) {
    const start = from
    const end = closingBrace(text, start)
    const object = objectAt(text, start, end)
    from = object?.end ?? start + 1
    if (object === undefined && (end ?? text.length) - start > shortBraces) tries++
    const fields = object && withKey(object.value, keys[key])
    if (!object || !fields) continue
    const line = linesBefore(text, start)
    const ownLine = /^[\s`*_\-[]{0,40}$/u.test(text.slice(text.lastIndexOf("\n", start) + 1, start))
    found.push({ line, ownLine, fence: lines[line]?.fence ?? 0, fields })
  }
  return found
}

type Json = Record<string, unknown>

function objectAt(text: string, start: number, end: number | undefined): { value: Json; end: number } | undefined {
  const whole = text.slice(start, end ?? text.length)
  for (const attempt of end === undefined ? [`${whole}"}`, `${whole}}`] : [whole]) {
    const value = parsed(attempt) ?? parsed(repaired(attempt))
    if (value !== undefined) return { value, end: end ?? text.length }
  }
  return undefined
}

/** The fields of an object that has one of these keys, or of the only one directly within it that has. */
function withKey(object: Json, wanted: readonly string[], depth = 0): ReadonlyMap<string, unknown> | undefined {
  const fields = new Map(Object.entries(object).map(([key, field]) => [plainKey(key), field]))
  if (wanted.some((key) => fields.has(key) && (key === "scores" || !isObject(fields.get(key))))) return fields
  const inner = [...fields].flatMap(([key, field]) => (isObject(field) && !others.test(key) ? [field] : []))
  const found = depth > 3 ? [] : inner.flatMap((one) => withKey(one, wanted, depth + 1) ?? [])
  return found.length === 1 ? found[0] : undefined
}

/** Whose answer an inner object is, where its key says that it is not the seat's own. */
const others = /partner|other|peer|previous|prior|quot|their|example|socio|otro|anterior|对方|其他|之前/u

function plainKey(key: string): string {
  return key
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z\p{Script=Han}]/gu, "")
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Where the object that begins here ends; signs inside its strings do not count. */
function closingBrace(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let index = start; index < text.length; index++) {
    const sign = text[index]
    if (inString && sign === "\\") index++
    else if (sign === '"') inString = !inString
    else if (!inString && sign === "{") depth++
    else if (!inString && sign === "}" && --depth === 0) return index + 1
  }
  return undefined
}

function repaired(json: string): string {
  const plain = plainSigns(json).replace(/[“”]/gu, '"')
  // With single quotes alone it is written as Python does.
  return (plain.includes('"') ? plain : plain.replaceAll("'", '"'))
    .replace(/\bTrue\b/gu, "true")
    .replace(/\bFalse\b/gu, "false")
    .replace(/\bNone\b/gu, "null")
    .replace(/,\s{0,40}(?=[}\]])/gu, "")
}

function parsed(json: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function linesBefore(text: string, index: number): number {
  let count = 0
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", at + 1)) count++
  return count
}

/** What an object says besides its vote: where it stands, how sure it is, and why. */
export function fromObject(
  { line, fence, ownLine, fields }: ReplyObject,
  style: NumberStyle,
): FoundAnswer & { readonly ownLine: boolean } {
  const confidence = readConfidence(fields.get("confidence"), style)
  const reasoning = plainText(fields.get("reasoning") ?? fields.get("reason"))
  return { line, fence, ownLine, reading: "structured", confidence, reasoning }
}
