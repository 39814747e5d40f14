import { type Provider, type ProviderConnection, reasoningTokenAllowance, writesReasoningInline } from "./provider.ts"

export const mistral: Provider = {
  title: "Mistral",
  ownPackage: "@ai-sdk/mistral",
  variables: { apiKey: "MISTRAL_API_KEY", baseUrl: ["MISTRAL_BASE_URL"] },
  requires: ["apiKey"],
  defaultUrl: "https://api.mistral.ai/v1",
  defaultPath: "/v1",
  pricing: "table",
  probe: { path: "/models" },
  suggestions: ["mistral-large-2512", "mistral-medium-3-5", "mistral-small-2603"],
  capabilities(model) {
    const thinks = writesReasoningInline(model)
    return {
      structured: true,
      maxStopSequences: thinks ? 0 : 4,
      seed: true,
      effort: true,
      thinkingTokens: thinks ? reasoningTokenAllowance : 0,
    }
  },
  connect: async (connection) => (await createClient(connection)).chat(connection.model),
  embedder: async (connection) => (await createClient(connection)).embeddingModel(connection.model),
}

async function createClient({ apiKey, baseUrl, fetch, headers }: ProviderConnection) {
  const { createMistral } = await import("@ai-sdk/mistral")
  return createMistral({ apiKey, baseURL: baseUrl, fetch, headers })
}
