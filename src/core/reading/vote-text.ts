import { readNumber } from "./read-number.ts"
import { toPlainCharacters } from "./reply-lines.ts"
import { allWords } from "./words/index.ts"
import type { NumberStyle } from "./words/reader-words.ts"

/** The value of a vote's field as text. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value.trim()
  return value === undefined || value === null ? "" : (JSON.stringify(value) ?? "")
}

const placeholder =
  /^[\s.…*_\-–—()[\]<>/]*(?:n\/?a|none|null|empty|nothing|ningun[oa]|nada|vac[ií]o|无|没有|空)?[\s.。…*_\-–—()[\]<>/]*$/iu

/** Whether a field is empty or a placeholder such as "N/A" or "none". */
export function saysNone(text: string): boolean {
  return text.length <= 60 && placeholder.test(text)
}

/** The proposed solution; undefined if the field says that there is none. Short ones count: "Tabs" is an answer. */
export function solutionText(value: unknown): string | undefined {
  const text = plainText(value)
  if (saysNone(text)) return undefined
  return text.length <= 100 && allWords.some(({ noSolution }) => noSolution.test(text)) ? undefined : text
}

const maxReasoningLength = 4_000

/** The reply itself, truncated: the reasoning of an answer that was inferred from prose. */
export function asReasoning(reply: string): string {
  return reply.slice(-20_000).trim().slice(0, maxReasoningLength)
}

/** The first line of a field, without emphasis around it. */
export function firstLine(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/^[\s*_]+|[*_]{1,3}\s*$/gu, "")
}

const defaultConfidence = 50

/** Normalizes a confidence to 0–100. Accepts 85, "85%", "85/100", "8 out of 10" and 0.85. */
export function readConfidence(value: unknown, style: NumberStyle): number {
  if (typeof value === "number") return clampConfidence(value > 0 && value < 1 ? value * 100 : value)
  if (typeof value !== "string") return defaultConfidence
  const text = toPlainCharacters(value.slice(0, 200)).trim()
  // The template's "0-100", copied.
  if (/^\W{0,4}0\s*(?:-|–|—|to|a|到|至)\s*100/iu.test(text)) return defaultConfidence
  const share = /(\d{1,4}(?:[.,]\d{1,4})?)\s{0,3}(?:\/|out of|de)\s{0,3}(\d{1,4})(?!\d)/iu.exec(text)
  if (share !== null && Number(share[2]) > 0) {
    return clampConfidence((Number(share[1]!.replace(",", ".")) / Number(share[2])) * 100)
  }
  const decimal = /^[^\d]{0,20}([01][.,]\d{1,6})(?![\d%])(?!\s{0,2}%)/u.exec(text)
  if (decimal !== null) {
    const fraction = Number(decimal[1]!.replace(",", "."))
    if (fraction <= 1) return clampConfidence(fraction * 100)
  }
  const withoutPercent = text.replace(/^百分之/u, "")
  const read = readNumber(withoutPercent, style)
  return read === undefined ? defaultConfidence : clampConfidence(read)
}

function clampConfidence(value: number): number {
  return Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value))) : defaultConfidence
}
