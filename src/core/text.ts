// biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g
/** What either of the two would change. Nearly all text has none of it, and text comes in small pieces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
const needsCleaning = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/

/** Makes text from outside storable: line ends are `\n`, NUL and other control characters go, lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return needsCleaning.test(wellFormed) ? wellFormed.replace(lineEnds, "\n").replace(controlCharacters, "") : wellFormed
}

/** Sequences that steer a terminal, and characters that turn the direction of text or hide in it; those of emoji stay. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding these is its purpose
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A line that people read in lists, titles and terminals: what it says is all that is in it. */
export function cleanTitle(text: string): string {
  return cleanText(text.replace(hidden, "")).trim()
}

/** Cleans text that comes in pieces: what may be half of a character or of a line end waits for the next piece. */
export class TextCleaner {
  #held = ""

  push(piece: string): string {
    const text = this.#held + piece
    const last = text.charCodeAt(text.length - 1)
    const isHalf = last === 0x0d || (last >= 0xd800 && last <= 0xdbff)
    this.#held = isHalf ? text.slice(-1) : ""
    return cleanText(isHalf ? text.slice(0, -1) : text)
  }

  /** What was waiting for its other half, in vain. */
  flush(): string {
    const rest = cleanText(this.#held)
    this.#held = ""
    return rest
  }
}

/** At most `limit` code points; what was cut is shown by an ellipsis that counts among them. */
export function excerpt(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, " ").trim()
  if (flat.length <= limit) return flat
  // So many units hold more code points than are wanted, or are the whole.
  const points = Array.from(flat.slice(0, 2 * limit + 2))
  return points.length <= limit
    ? flat
    : `${points
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`
}

const pairs = /[\ud800-\udbff][\udc00-\udfff]/g

/** Length as a person counts it: code points, not UTF-16 units. */
export function characterCount(text: string): number {
  return text.length - (text.match(pairs)?.length ?? 0)
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Whether there is nothing to be read: also where only invisible characters stand in it. */
export function isBlank(text: string): boolean {
  return !visible.test(text)
}

/** How much of one statement is looked at where statements are compared; answers are rarely longer. */
export const maxAnalysedLength = 50_000

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of which four make a token
const ascii = /[\u0000-\u007f]+/g

/** Roughly how many tokens a text has: four plain characters make one, each other character is one of its own. */
export function estimateTokens(text: string): number {
  const others = characterCount(text.replace(ascii, ""))
  return Math.ceil(Math.max(0, characterCount(text) - others) / 4) + others
}

/** A whole number as people read it: 20,000. At import `toLocaleString` would load the tables of all languages. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

let written = { at: 0, text: "1970-01-01T00:00:00.000Z" }

/** What is written together mostly has the same time, and writing one takes a microsecond. */
export function isoTime(at: number): string {
  if (at !== written.at) written = { at, text: new Date(at).toISOString() }
  return written.text
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuid.test(text)
}
