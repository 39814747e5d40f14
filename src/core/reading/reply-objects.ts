import type { Found, ReplyLine } from "./reply-lines.ts"
import { plainSigns } from "./reply-lines.ts"

/** A JSON object found in a reply. Its keys are lower case letters only, so `has_consensus` is `hasconsensus`. */
export interface ReplyObject extends Found {
  readonly lastLine: number
  /** It begins its line, and is not a mention within a sentence. */
  readonly ownLine: boolean
  readonly fields: ReadonlyMap<string, unknown>
}

const mostKeysTried = 8
const mostBracesTried = 12

const patterns = {
  hasconsensus: /has[ _-]?consensus["“”']?\s{0,4}[:：]/giu,
  choice: /["“”']choice["“”']\s{0,4}[:：]/giu,
  ranking: /["“”']ranking["“”']\s{0,4}[:：]/giu,
  approved: /["“”']approved["“”']\s{0,4}[:：]/giu,
  scores: /["“”']scores["“”']\s{0,4}[:：]/giu,
}

/** The objects of a reply that have a key, the last ones only: earlier ones are never the answer. */
export function replyObjects(lines: readonly ReplyLine[], key: keyof typeof patterns): ReplyObject[] {
  const text = lines.map((line) => (line.quoted ? "" : line.text)).join("\n")
  const places = [...text.matchAll(patterns[key])].slice(-mostKeysTried)
  const found = new Map<number, ReplyObject>()
  for (const place of places) {
    let brace = place.index
    for (let tries = 0; tries < mostBracesTried && brace > 0; tries++) {
      brace = text.lastIndexOf("{", brace - 1)
      if (brace < 0) break
      if (found.has(brace)) break
      const object = objectAt(text, brace)
      if (object === undefined || !object.fields.has(key)) continue
      const line = linesBefore(text, brace)
      const ownLine = /^[\s`*_\-[]{0,40}$/u.test(text.slice(text.lastIndexOf("\n", brace) + 1, brace))
      const lastLine = linesBefore(text, object.end)
      found.set(brace, { line, lastLine, ownLine, fence: lines[line]?.fence ?? 0, fields: object.fields })
      break
    }
  }
  return [...found.values()]
}

function objectAt(text: string, start: number): { fields: ReadonlyMap<string, unknown>; end: number } | undefined {
  const end = closingBrace(text, start)
  const whole = text.slice(start, end ?? text.length)
  const tries = end === undefined ? [`${whole}"}`, `${whole}}`] : [whole]
  for (const attempt of tries) {
    const fields = parsed(attempt) ?? parsed(mended(attempt))
    if (fields !== undefined) return { fields, end: end ?? text.length }
  }
  return undefined
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

function mended(json: string): string {
  return plainSigns(json)
    .replace(/[“”]/gu, '"')
    .replace(/\bTrue\b/gu, "true")
    .replace(/\bFalse\b/gu, "false")
    .replace(/\bNone\b/gu, "null")
    .replace(/,\s{0,40}(?=[}\]])/gu, "")
}

function parsed(json: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
    return new Map(Object.entries(value).map(([key, field]) => [key.toLowerCase().replace(/[^a-z]/g, ""), field]))
  } catch {
    return undefined
  }
}

function linesBefore(text: string, index: number): number {
  let count = 0
  for (let at = text.indexOf("\n"); at >= 0 && at < index; at = text.indexOf("\n", at + 1)) count++
  return count
}
