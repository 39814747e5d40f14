/** Most clients refuse answers of more than 25,000 tokens, and all of them pay for each. */
export const defaultMaxTokens = 8_000

/** About how many tokens a text is: four letters of Latin script, or one sign of another. Rather too many than too few. */
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
