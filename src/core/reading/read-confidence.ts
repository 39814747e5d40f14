import { readNumber } from "./read-number.ts"
import { toPlainCharacters } from "./reply-lines.ts"
import type { NumberStyle } from "./words/reader-words.ts"

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
