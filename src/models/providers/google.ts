import { hosted, type Provider, reasoningTokenAllowance, sdkSettings } from "./provider.ts"

const thinkingModels = /^gemini-(2\.5|[3-9])/

export const google: Provider = {
  ...hosted,
  title: "Google",
  variables: { apiKey: "GOOGLE_GENERATIVE_AI_API_KEY", baseUrl: ["GOOGLE_BASE_URL"] },
  defaultUrl: "https://generativelanguage.googleapis.com/v1beta",
  defaultPath: "/v1beta",
  probe: { path: "/models", headers: (key) => ({ "x-goog-api-key": key }) },
  suggestions: ["gemini-3.1-pro-preview", "gemini-3.5-flash", "gemini-3.5-flash-lite"],
  capabilities: (model) => ({
    structured: !model.startsWith("gemma"),
    maxStopSequences: 5,
    seed: true,
    effort: thinkingModels.test(model),
    thinkingTokens: thinkingModels.test(model) ? reasoningTokenAllowance : 0,
  }),
  connect: async (to) => (await import("@ai-sdk/google")).createGoogle(sdkSettings(to)).languageModel(to.model),
  embedder: async (to) => (await import("@ai-sdk/google")).createGoogle(sdkSettings(to)).embeddingModel(to.model),
}
