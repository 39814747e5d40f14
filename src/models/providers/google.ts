import { type Provider, reasoningTokenAllowance } from "./provider.ts"

export const google: Provider = {
  capabilities: (model) => ({
    structured: !model.startsWith("gemma"),
    maxStopSequences: 5,
    seed: true,
    thinkingTokens: /^gemini-(2\.5|[3-9])/.test(model) ? reasoningTokenAllowance : 0,
  }),
  async connect({ model, apiKey, baseUrl, fetch, headers }) {
    const { createGoogle } = await import("@ai-sdk/google")
    return createGoogle({ apiKey, baseURL: baseUrl, fetch, headers }).languageModel(model)
  },
  async embedder({ model, apiKey, baseUrl, fetch, headers }) {
    const { createGoogle } = await import("@ai-sdk/google")
    return createGoogle({ apiKey, baseURL: baseUrl, fetch, headers }).embeddingModel(model)
  },
}
