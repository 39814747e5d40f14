import type { Connection, Provider } from "./provider.ts"
import { thinksAloud } from "./thinks-aloud.ts"

export const compatible: Provider = {
  // Many servers refuse a schema or ignore it; votes in markers work on all of them.
  abilities: (model) => ({ structured: false, stops: thinksAloud(model) ? 0 : 4, seed: true, thinkingTokens: 0 }),
  connect: async (connection) => (await service(connection)).chatModel(connection.model),
  embedder: async (connection) => (await service(connection)).embeddingModel(connection.model),
}

async function service({ apiKey, baseUrl, fetch, headers }: Connection) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
  const settings = { name: "compatible", baseURL: baseUrl, fetch, headers, includeUsage: true }
  return createOpenAICompatible(apiKey === "" ? settings : { ...settings, apiKey })
}
