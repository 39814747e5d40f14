import { type Provider, reasoningTokenAllowance } from "./provider.ts"

/** Models from before answers could be held to a schema. */
const unstructuredModels = /^(gpt-3|gpt-4(-|$)|gpt-4o-2024-05|chatgpt-|o1-(mini|preview))/

export const openai: Provider = {
  title: "OpenAI",
  variables: { apiKey: "OPENAI_API_KEY", baseUrl: ["OPENAI_BASE_URL"] },
  requires: ["apiKey"],
  defaultUrl: "https://api.openai.com/v1",
  defaultPath: "/v1",
  pricing: "table",
  suggestions: ["gpt-5.5", "gpt-5.4-mini", "gpt-5.4-nano"],
  capabilities(model) {
    const thinks = isReasoningModel(model)
    return {
      structured: !unstructuredModels.test(model),
      // Reasoning models refuse a call that has any.
      maxStopSequences: thinks ? 0 : 4,
      seed: !thinks,
      thinkingTokens: thinks ? reasoningTokenAllowance : 0,
    }
  },
  async connect({ model, apiKey, baseUrl, fetch, headers }) {
    const { createOpenAI } = await import("@ai-sdk/openai")
    // Not the Responses API: it has no stop sequences.
    return createOpenAI({ apiKey, baseURL: baseUrl, fetch, headers }).chat(model)
  },
  async embedder({ model, apiKey, baseUrl, fetch, headers }) {
    const { createOpenAI } = await import("@ai-sdk/openai")
    return createOpenAI({ apiKey, baseURL: baseUrl, fetch, headers }).embeddingModel(model)
  },
}

function isReasoningModel(model: string): boolean {
  return /^(o\d|gpt-([5-9]|\d{2}))/.test(model) && !/^gpt-\d+-chat/.test(model)
}
