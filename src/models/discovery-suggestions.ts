import type { LocalModel } from "./discovery-servers.ts"
import type { ProviderName } from "./providers/index.ts"

type KeyedProviderName = Exclude<ProviderName, "ollama" | "compatible">

/** A few to begin with: the provider's best, one for every day, and a cheap one. Any other name can be asked for. */
export const suggestions: Readonly<Record<KeyedProviderName, readonly string[]>> = {
  openai: ["gpt-5.5", "gpt-5.4-mini", "gpt-5.4-nano"],
  anthropic: ["claude-opus-5", "claude-sonnet-5", "claude-haiku-4-5"],
  google: ["gemini-3.1-pro-preview", "gemini-3.5-flash", "gemini-3.5-flash-lite"],
  openrouter: ["anthropic/claude-sonnet-5", "openai/gpt-5.4-mini", "google/gemini-3.5-flash"],
}

export async function suggestedModels(
  provider: KeyedProviderName,
): Promise<readonly (LocalModel & { readonly suggested: true })[]> {
  // The table is large, and most runs never ask what there is.
  const { findProvider } = await import("@pydantic/genai-prices")
  const known = findProvider({ providerId: provider })?.models ?? []
  return suggestions[provider].map((name) => {
    const context = known.find((model) => model.id === name)?.context_window
    return { name, suggested: true, ...(context !== undefined && { contextTokens: context }) }
  })
}
