import type { Heard } from "./hearing.ts"

const han = /(\d+(?:\.\d+)?)\s*万(?:\s*(\d+)\s*千)?/
const plain =
  /(?:[$€£¥]\s*)?\b\d{1,3}(?:[.,]\d{3})+\b|[$€£¥]\s*\d+\b|\b\d+\s*(?:[€£¥]|dollars?|euros?|pesos?|元|块)|\b\d{4,9}\b/

/** An amount of money or the like, as a number: not a year, not a count of rounds. */
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

/** The first amount that was said aloud. */
export function amountHeard(heard: readonly Heard[]): number | undefined {
  for (const { text } of heard) {
    const amount = amountIn(text)
    if (amount !== undefined) return amount
  }
  return undefined
}
