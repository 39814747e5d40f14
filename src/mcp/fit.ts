/** Many clients refuse answers over 25,000 tokens, and all of them pay for every token. */
export const defaultMaxTokens = 8_000

/** Estimates the tokens of a text, rather too high than too low: 3.5 Latin characters each, or less than one other. */
export function upperTokenEstimate(text: string): number {
  let others = 0
  for (const character of text) if (character > "\u024f") others++
  return Math.ceil((text.length - others) / 3.5 + others * 1.2)
}

export function cutToTokens(text: string, maxTokens: number): string {
  if (upperTokenEstimate(text) <= maxTokens) return text
  let end = text.length
  while (end > 0 && upperTokenEstimate(text.slice(0, end)) > maxTokens) end = Math.floor(end * 0.8)
  return `${text.slice(0, end).toWellFormed().trimEnd()} […]`
}
