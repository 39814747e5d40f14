import type { Provider } from "./provider.ts"
import { writesReasoningInline } from "./writes-reasoning-inline.ts"

/** Makers whose models are served with structured outputs throughout; elsewhere it depends on who serves them. */
const structuredModels = /^(openai\/(gpt-(4o|4\.1|[5-9])|o[3-9])|google\/gemini|x-ai\/|mistralai\/)/

export const openrouter: Provider = {
  capabilities: (model) => ({
    structured: structuredModels.test(model),
    maxStopSequences: writesReasoningInline(model) ? 0 : 4,
    seed: true,
    thinkingTokens: 0,
    ...(model.startsWith("anthropic/") && { cacheBreakpoints: "openrouter" as const }),
  }),
  async connect({ model, apiKey, baseUrl, fetch, headers }) {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider")
    const provider = createOpenRouter({ apiKey, baseURL: baseUrl, fetch, headers, compatibility: "strict" })
    return provider.chat(model, { usage: { include: true } })
  },
}
