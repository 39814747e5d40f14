import type { SeatView } from "../../core/prompting/seat-view.ts"

const noise = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]+/gu
const address = /\b[a-z][a-z0-9+.-]{1,12}:\/\/\S*/gi
const markup = /<[^<>]{0,200}>|[*_`#|~^\\<>]+/g
const quoteMarks = /["“”„«»「」『』‹›]+/g

/** Makes other people's text safe to embed: one line, no markup, no quotes, no brackets that could look like a marker. */
export function clean(text: string, limit: number): string {
  return text
    .slice(0, limit)
    .toWellFormed()
    .replace(/\uFFFD/g, "")
    .replace(address, " ")
    .replace(noise, " ")
    .replace(markup, " ")
    .replace(quoteMarks, "")
    .replace(/[[{]/g, "(")
    .replace(/[\]}]/g, ")")
    .replace(/\s+/g, " ")
    .trim()
}

/** Cuts at the last word boundary in the second half of the limit; Chinese has none and is cut between characters. */
export function shorten(text: string, limit = 60): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit).toWellFormed().replaceAll("\uFFFD", "")
  const space = cut.lastIndexOf(" ")
  const kept = space > limit / 2 ? cut.slice(0, space) : cut
  return `${kept.replace(/[\s,;:.，；：。、(-]+$/u, "")}…`
}

/** The sentences within the first `limit` pieces. A dot inside a word ("node.js") ends no sentence. */
export function sentencesIn(text: string, limit = 40): readonly string[] {
  return text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u, limit).filter((sentence) => sentence.trim() !== "")
}

export const hasHan = (text: string) => /\p{Script=Han}/u.test(text)

/** The first key of the table whose pattern occurs in the text. */
export function firstMatch<Key extends string>(table: Readonly<Record<Key, RegExp>>, text: string): Key | undefined {
  return (Object.keys(table) as Key[]).find((key) => table[key].test(text))
}

const isWordPart = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character) && !hasHan(character)

/** Where the words occur last in the text as whole words ("go" is not in "good"), else -1. */
export function lastIndexOfWords(text: string, words: string): number {
  if (words === "") return -1
  for (let at = text.lastIndexOf(words); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(words, at - 1)) {
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + words.length])) return at
  }
  return -1
}

const han = /(\d+(?:\.\d+)?)\s*万(?:\s*(\d+)\s*千)?/
const plain =
  /(?:[$€£¥]\s*)?\b\d{1,3}(?:[.,]\d{3})+\b|[$€£¥]\s*\d+\b|\b\d+\s*(?:[€£¥]|dollars?|euros?|pesos?|元|块)|\b\d{4,9}\b/

/** The first amount of money or similar in the text; years are skipped. */
export function amountIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const start = text.slice(0, 2000)
  const large = han.exec(start)
  if (large !== null) return Number(large[1]) * 10_000 + Number(large[2] ?? 0) * 1_000
  const found = plain.exec(start)?.[0]
  if (found === undefined) return undefined
  const value = Number(found.replace(/\D/g, ""))
  const year = /^\d{4}$/.test(found) && value >= 1900 && value <= 2100
  return year || !Number.isSafeInteger(value) ? undefined : value
}

/** The first amount that anyone mentioned in the discussion. */
export function amountSaid({ entries }: SeatView): number | undefined {
  for (const entry of entries.slice(0, 200)) {
    if (entry.kind === "ballot") continue
    const { content } = entry.kind === "turn" ? entry.turn : entry.interjection
    const amount = amountIn(content.slice(0, 600))
    if (amount !== undefined) return amount
  }
  return undefined
}

const figured =
  /guarantee|limited|at least|at most|minimum|maximum|garantizad|limitad|m[ií]nimo|m[áa]ximo|保证|保障|限制|至少|最多/i

export const isAboutFigure = (option: string) => figured.test(option)
