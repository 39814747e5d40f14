import { type Provider, roomToThink } from "./provider.ts"

export const google: Provider = {
  abilities: (model) => ({
    structured: !model.startsWith("gemma"),
    stops: 5,
    seed: true,
    thinkingTokens: /^gemini-(2\.5|[3-9])/.test(model) ? roomToThink : 0,
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
