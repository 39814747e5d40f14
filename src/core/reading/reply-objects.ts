import { parseJson } from "../text.ts"
import { type Found, type FoundAnswer, type ReplyLine, toPlainCharacters } from "./reply-lines.ts"
import { plainText, readConfidence } from "./vote-text.ts"
import type { NumberStyle } from "./words/reader-words.ts"

/** A JSON object found in a reply. Keys are reduced to lower-case letters: `has_consensus` becomes `hasconsensus`. */
export interface ReplyObject extends Found {
  /** Starts its line, so it is an answer and not a mention within a sentence. */
  readonly ownLine: boolean
  readonly fields: ReadonlyMap<string, unknown>
  /** The field that was looked for. */
  readonly value: unknown
}

/** Accepted keys for what each ballot asks for, in order; models rename and translate them. */
const acceptedKeys = {
  vote: "hasconsensus consensus hasagreement agreement agree agrees vote voto consenso 共识 同意 投票".split(" "),
  choice: [
    ..."choice answer vote option selectedoption selected selection decision pick principle preferredoption".split(" "),
    ..."finalanswer finalchoice finalvote myvote mychoice respuesta eleccion voto opcion 选择 答案 选项 投票".split(
      " ",
    ),
  ],
  ranking: ["ranking"],
  approved: ["approved"],
  scores: ["scores"],
}

/** Keys of an amount that goes with a choice: `amount`, `constraint_amount`. */
export const amountKey = /amount|cantidad|monto|importe|金额|数额/u

/** Maximum number of long failed parses per reply; hostile text can open any number of braces. */
const maxFailedParses = 40
/** Failed parses up to this length are not counted: they are cheap, and formulas are full of short braces. */
const shortLength = 200

/**
 * The objects in a reply that have the given key. The outermost object is the answer, since a nested one may quote
 * someone else; a nested object is used only if the outer one lacks the key.
 */
export function replyObjects(lines: readonly ReplyLine[], key: keyof typeof acceptedKeys): ReplyObject[] {
  const text = lines.map((line) => (line.quoted ? "" : line.text)).join("\n")
  const found: ReplyObject[] = []
  let from = text.indexOf("{")
  for (let failedParses = 0; from >= 0 && failedParses < maxFailedParses; from = text.indexOf("{", from)) {
    const start = from
    const end = closingBrace(text, start)
    const object = parseObjectAt(text, start, end)
    from = object?.end ?? start + 1
    if (object === undefined && (end ?? text.length) - start > shortLength) failedParses++
    const answer = object && withKey(object.value, acceptedKeys[key])
    if (!answer) continue
    const line = lineIndexAt(text, start)
    const ownLine = /^[\s`*_\-[]{0,40}$/u.test(text.slice(text.lastIndexOf("\n", start) + 1, start))
    found.push({ line, ownLine, fence: lines[line]?.fence ?? 0, ...answer })
  }
  return found
}

type Json = Record<string, unknown>

function parseObjectAt(text: string, start: number, end: number | undefined): { value: Json; end: number } | undefined {
  const source = text.slice(start, end ?? text.length)
  for (const attempt of end === undefined ? [`${source}"}`, `${source}}`] : [source]) {
    const value = parseObject(attempt) ?? parseObject(repairJson(attempt))
    if (value !== undefined) return { value, end: end ?? text.length }
  }
  return undefined
}

/** The fields of the object if it has one of the keys, else those of the only nested object that does. */
function withKey(object: Json, keys: readonly string[], depth = 0): Pick<ReplyObject, "fields" | "value"> | undefined {
  const fields = new Map(Object.entries(object).map(([key, field]) => [normalizeKey(key), field]))
  const found = keys.find((key) => fields.has(key) && (key === "scores" || !isObject(fields.get(key))))
  if (found !== undefined) return { fields, value: fields.get(found) }
  const inner = [...fields].flatMap(([key, field]) => (isObject(field) && !othersKeys.test(key) ? [field] : []))
  const nested = depth > 3 ? [] : inner.flatMap((one) => withKey(one, keys, depth + 1) ?? [])
  return nested.length === 1 ? nested[0] : undefined
}

/** Keys of nested objects that hold another seat's answer, or an example. */
const othersKeys = /partner|other|peer|previous|prior|quot|their|example|socio|otro|anterior|对方|其他|之前/u

function normalizeKey(key: string): string {
  return key
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z\p{Script=Han}]/gu, "")
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Index after the brace that closes the object at `start`; braces inside strings are ignored. */
function closingBrace(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let index = start; index < text.length; index++) {
    const char = text[index]
    if (inString && char === "\\") index++
    else if (char === '"') inString = !inString
    else if (!inString && char === "{") depth++
    else if (!inString && char === "}" && --depth === 0) return index + 1
  }
  return undefined
}

function repairJson(json: string): string {
  const normalized = toPlainCharacters(json).replace(/[“”]/gu, '"')
  // Single quotes only: a Python dict.
  return (normalized.includes('"') ? normalized : normalized.replaceAll("'", '"'))
    .replace(/\bTrue\b/gu, "true")
    .replace(/\bFalse\b/gu, "false")
    .replace(/\bNone\b/gu, "null")
    .replace(/,\s{0,40}(?=[}\]])/gu, "")
}

function parseObject(json: string): Json | undefined {
  const value = parseJson(json)
  return isObject(value) ? value : undefined
}

function lineIndexAt(text: string, index: number): number {
  let count = 0
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", at + 1)) count++
  return count
}

/** Position, confidence and reasoning of an object; the caller adds the vote. */
export function fromObject(
  { line, fence, ownLine, fields }: ReplyObject,
  style: NumberStyle,
): FoundAnswer & { readonly ownLine: boolean } {
  const confidence = readConfidence(fields.get("confidence"), style)
  const reasoning = plainText(fields.get("reasoning") ?? fields.get("reason"))
  return { line, fence, ownLine, reading: "structured", confidence, reasoning }
}
