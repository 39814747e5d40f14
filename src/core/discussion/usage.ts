/** Tokens of one call, or the sum over several. */
export interface TokenUsage {
  readonly promptTokens: number
  /** Prompt tokens read from a cache. */
  readonly cachedTokens: number
  readonly completionTokens: number
  /** Prompt tokens written to a cache. */
  readonly cacheWriteTokens?: number
  /** Completion tokens spent on reasoning. */
  readonly reasoningTokens?: number
  /** In US dollars; absent if the price is unknown. */
  readonly cost?: number
  /** Some figures are our estimates: the provider gave none, or impossible ones. */
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

/** The sum over all seats. */
export function sumUsage(bySeat: Readonly<Record<string, TokenUsage>>): TokenUsage {
  return Object.values(bySeat).reduce(addUsage, noUsage)
}

export function totalTokens(usage: TokenUsage): number {
  return usage.promptTokens + usage.completionTokens
}

export const budgetKinds = ["tokens", "milliseconds", "dollars"] as const
export type BudgetKind = (typeof budgetKinds)[number]
