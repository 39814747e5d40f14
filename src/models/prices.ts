import type { TokenUsage } from "../core/discussion/usage.ts"
import { findProvider, isProviderName } from "./providers/list.ts"

interface PricedCall {
  readonly provider: string
  readonly model: string
  readonly usage: TokenUsage
}

/**
 * Cost of a call in US dollars by the price table; 0 for local models, undefined if unknown. The table ships with its
 * package and is loaded on demand; nothing is fetched.
 */
export async function costOf({ provider, model, usage }: PricedCall): Promise<number | undefined> {
  const pricing = isProviderName(provider) ? findProvider(provider).pricing : undefined
  if (pricing !== "table") return pricing === "free" ? 0 : undefined
  const { calcPrice } = await import("@pydantic/genai-prices")
  try {
    const price = calcPrice(
      {
        input_tokens: usage.promptTokens,
        cache_read_tokens: usage.cachedTokens,
        cache_write_tokens: usage.cacheWriteTokens ?? 0,
        output_tokens: usage.completionTokens,
      },
      model,
      { providerId: provider },
    )
    return price?.total_price
  } catch {
    // It throws on inconsistent figures; an unknown cost must not fail a turn.
    return undefined
  }
}

export interface TokenPrice {
  readonly input: number
  readonly output: number
}

/** Small enough to stay below the price tiers for long prompts. */
const sample = 1_000

/** US dollars per million input and output tokens; undefined if unknown. */
export async function pricePerMillion(provider: string, model: string): Promise<TokenPrice | undefined> {
  const cost = (promptTokens: number, completionTokens: number) =>
    costOf({ provider, model, usage: { promptTokens, completionTokens, cachedTokens: 0 } })
  const [input, output] = await Promise.all([cost(sample, 0), cost(0, sample)])
  if (input === undefined || output === undefined) return undefined
  return { input: perMillion(input), output: perMillion(output) }
}

function perMillion(cost: number): number {
  return Number(((cost * 1_000_000) / sample).toPrecision(6))
}

/** Context window of a model by the price table; undefined if unknown. */
export async function contextWindow(provider: string, model: string): Promise<number | undefined> {
  const { findProvider } = await import("@pydantic/genai-prices")
  return findProvider({ providerId: provider })?.models.find(({ id }) => id === model)?.context_window
}
