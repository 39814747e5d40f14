import type { Provider } from "./provider.ts"
import { thinksAloud } from "./thinks-aloud.ts"

export const compatible: Provider = {
  // Many servers refuse a schema or ignore it; votes in markers work on all of them.
  abilities: (model) => ({ structured: false, stops: thinksAloud(model) ? 0 : 4, seed: true, thinkingTokens: 0 }),
  async connect({ model, apiKey, baseUrl, fetch, headers }) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
    const settings = { name: "compatible", baseURL: baseUrl, fetch, headers, includeUsage: true }
    return createOpenAICompatible(apiKey === "" ? settings : { ...settings, apiKey }).chatModel(model)
  },
}
