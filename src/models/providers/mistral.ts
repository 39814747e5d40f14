import { hosted, openModelCapabilities, type Provider, sdkSettings } from "./provider.ts"

export const mistral: Provider = {
  ...hosted,
  title: "Mistral",
  ownPackage: "@ai-sdk/mistral",
  variables: { apiKey: "MISTRAL_API_KEY", baseUrl: ["MISTRAL_BASE_URL"] },
  defaultUrl: "https://api.mistral.ai/v1",
  defaultPath: "/v1",
  suggestions: ["mistral-large-2512", "mistral-medium-3-5", "mistral-small-2603"],
  capabilities: (model) => ({ ...openModelCapabilities(model), structured: true, effort: true }),
  connect: async (to) => (await import("@ai-sdk/mistral")).createMistral(sdkSettings(to)).chat(to.model),
  embedder: async (to) => (await import("@ai-sdk/mistral")).createMistral(sdkSettings(to)).embeddingModel(to.model),
}
