// biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g
/** Fast path: nearly all text needs no cleaning, and it arrives in small chunks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
const needsCleaning = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/

/** Makes text storable: line ends become `\n`, control characters are removed, lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return needsCleaning.test(wellFormed) ? wellFormed.replace(lineEnds, "\n").replace(controlCharacters, "") : wellFormed
}

/** Terminal escape sequences, and invisible or bidirectional control characters; joiners of emoji are kept. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Text for lists, titles and terminals, without hidden characters. */
export function cleanTitle(text: string): string {
  return cleanText(text.replace(hidden, "")).trim()
}

/** `cleanText` for streams: withholds half of a surrogate pair or line end until the next chunk. */
export class TextCleaner {
  #held = ""

  push(piece: string): string {
    const text = this.#held + piece
    const last = text.charCodeAt(text.length - 1)
    const isHalf = last === 0x0d || (last >= 0xd800 && last <= 0xdbff)
    this.#held = isHalf ? text.slice(-1) : ""
    return cleanText(isHalf ? text.slice(0, -1) : text)
  }

  /** Returns what is still withheld. */
  flush(): string {
    const rest = cleanText(this.#held)
    this.#held = ""
    return rest
  }
}

/** At most `limit` code points on one line, including an ellipsis if the text was cut. */
export function excerpt(text: string, limit: number): string {
  // A code point has at most two UTF-16 units, so this many are always enough.
  const enough = 2 * limit + 2
  const head = onOneLine(text.slice(0, 2 * enough))
  const flat = head.length > enough ? head : onOneLine(text)
  if (flat.length <= limit) return flat
  const points = Array.from(flat.slice(0, enough))
  return points.length <= limit
    ? flat
    : `${points
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`
}

const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim()

const pairs = /[\ud800-\udbff][\udc00-\udfff]/g

/** Length in code points, not UTF-16 units. */
export function characterCount(text: string): number {
  return text.length - (text.match(pairs)?.length ?? 0)
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !visible.test(text)
}

/** Maximum characters of a statement that comparisons consider. */
export const maxAnalysedLength = 50_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range includes control characters
const ascii = /[\u0000-\u007f]+/g

/** Rough estimate: four ASCII characters per token, one token for each other character. */
export function estimateTokens(text: string): number {
  const others = characterCount(text.replace(ascii, ""))
  return Math.ceil(Math.max(0, characterCount(text) - others) / 4) + others
}

/** A whole number with separators: 20,000. `toLocaleString` would load locale data at import. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")
}

/** Undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

let lastTime = { at: 0, text: "1970-01-01T00:00:00.000Z" }

/** Caches the last result, since events of one batch mostly share their time. */
export function isoTime(at: number): string {
  if (at !== lastTime.at) lastTime = { at, text: new Date(at).toISOString() }
  return lastTime.text
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuid.test(text)
}
