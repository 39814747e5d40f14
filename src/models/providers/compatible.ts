import type { Provider, ProviderConnection } from "./provider.ts"
import { writesReasoningInline } from "./writes-reasoning-inline.ts"

export const compatible: Provider = {
  // Many servers refuse a schema or ignore it; votes in markers work on all of them.
  capabilities: (model) => ({
    structured: false,
    maxStopSequences: writesReasoningInline(model) ? 0 : 4,
    seed: true,
    thinkingTokens: 0,
  }),
  connect: async (connection) => (await createClient(connection)).chatModel(connection.model),
  embedder: async (connection) => (await createClient(connection)).embeddingModel(connection.model),
}

async function createClient({ apiKey, baseUrl, fetch, headers }: ProviderConnection) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
  const settings = { name: "compatible", baseURL: baseUrl, fetch, headers, includeUsage: true }
  return createOpenAICompatible(apiKey === "" ? settings : { ...settings, apiKey })
}
