import { type Provider, reasoningTokenAllowance } from "./provider.ts"

export const anthropic: Provider = {
  capabilities: (model) => ({
    structured: true,
    maxStopSequences: 16,
    seed: false,
    // From the fifth generation on they think unless told not to, and some cannot be told.
    thinkingTokens: /^claude-[a-z]+-[5-9]/.test(model) ? reasoningTokenAllowance : 0,
    cacheBreakpoints: "anthropic",
  }),
  async connect({ model, apiKey, baseUrl, fetch, headers }) {
    const { createAnthropic } = await import("@ai-sdk/anthropic")
    return createAnthropic({ apiKey, baseURL: baseUrl, fetch, headers }).languageModel(model)
  },
}
