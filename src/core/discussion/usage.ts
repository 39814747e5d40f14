/** Tokens of one call, or the sum over several. */
export interface TokenUsage {
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly completionTokens: number
}

export const noUsage: TokenUsage = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  }
}

export function totalTokens(usage: TokenUsage): number {
  return usage.promptTokens + usage.completionTokens
}
