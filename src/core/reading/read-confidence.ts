import { readNumber } from "./read-number.ts"
import { plainSigns } from "./reply-lines.ts"
import type { NumberStyle } from "./words/reader-words.ts"

const defaultConfidence = 50

/** A confidence from 0 to 100, however it was written: 85, "85%", "85/100", "8 out of 10", 0.85. */
export function readConfidence(value: unknown, style: NumberStyle): number {
  if (typeof value === "number") return confidence(value > 0 && value < 1 ? value * 100 : value)
  if (typeof value !== "string") return defaultConfidence
  const text = plainSigns(value.slice(0, 200)).trim()
  if (/^\W{0,4}0\s*(?:-|–|—|to|a|到|至)\s*100/iu.test(text)) return defaultConfidence
  const share = /(\d{1,4}(?:[.,]\d{1,4})?)\s{0,3}(?:\/|out of|de)\s{0,3}(\d{1,4})(?!\d)/iu.exec(text)
  if (share !== null && Number(share[2]) > 0) {
    return confidence((Number(share[1]!.replace(",", ".")) / Number(share[2])) * 100)
  }
  const decimal = /^[^\d]{0,20}([01][.,]\d{1,6})(?![\d%])(?!\s{0,2}%)/u.exec(text)
  if (decimal !== null) {
    const fraction = Number(decimal[1]!.replace(",", "."))
    if (fraction <= 1) return confidence(fraction * 100)
  }
  const outOfHundred = text.replace(/^百分之/u, "")
  const read = readNumber(outOfHundred, style)
  return read === undefined ? defaultConfidence : confidence(read)
}

function confidence(value: number): number {
  return Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value))) : defaultConfidence
}
