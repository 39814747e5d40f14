/** Tokens of one call, or the sum over several. */
export interface TokenUsage {
  readonly promptTokens: number
  /** Of the prompt's tokens, those read from a cache. */
  readonly cachedTokens: number
  readonly completionTokens: number
  /** Of the prompt's tokens, those written to a cache. */
  readonly cacheWriteTokens?: number
  /** Of the completion's tokens, those spent on reasoning. */
  readonly reasoningTokens?: number
  /** In US dollars; absent where the price is not known. */
  readonly cost?: number
  /** The provider gave no figures, or none that can be; some of these are ours. */
  readonly estimated?: true
}

export const noUsage: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const sum: { -readonly [K in keyof TokenUsage]: TokenUsage[K] } = {
    promptTokens: a.promptTokens + b.promptTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  }
  const cacheWriteTokens = (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0)
  const reasoningTokens = (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0)
  if (cacheWriteTokens > 0) sum.cacheWriteTokens = cacheWriteTokens
  if (reasoningTokens > 0) sum.reasoningTokens = reasoningTokens
  if (a.cost !== undefined || b.cost !== undefined) sum.cost = (a.cost ?? 0) + (b.cost ?? 0)
  if (a.estimated || b.estimated) sum.estimated = true
  return sum
}

export function totalTokens(usage: TokenUsage): number {
  return usage.promptTokens + usage.completionTokens
}

export const budgetKinds = ["tokens", "milliseconds", "dollars"] as const
export type BudgetKind = (typeof budgetKinds)[number]
