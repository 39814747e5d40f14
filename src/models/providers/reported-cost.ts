import type { LanguageModelV4StreamPart } from "@ai-sdk/provider"

/** What the provider itself says the call cost, in US dollars. Only OpenRouter does. */
export function reportedCost(finish: Extract<LanguageModelV4StreamPart, { type: "finish" }>): number | undefined {
  const usage = finish.providerMetadata?.openrouter?.usage
  const cost = typeof usage === "object" && usage !== null && "cost" in usage ? usage.cost : undefined
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : undefined
}
