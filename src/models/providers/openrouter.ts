import { hosted, openModelCapabilities, type Provider, sdkSettings } from "./provider.ts"

/** Vendors whose models always support structured output; for others it depends on the host. */
const structuredModels = /^(openai\/(gpt-(4o|4\.1|[5-9])|o[3-9])|google\/gemini|x-ai\/|mistralai\/)/

export const openrouter: Provider = {
  ...hosted,
  title: "OpenRouter",
  ownPackage: "@openrouter/ai-sdk-provider",
  variables: { apiKey: "OPENROUTER_API_KEY", baseUrl: ["OPENROUTER_BASE_URL"] },
  defaultUrl: "https://openrouter.ai/api/v1",
  defaultPath: "/api/v1",
  probe: { path: "/key" },
  suggestions: ["anthropic/claude-sonnet-5", "openai/gpt-5.4-mini", "google/gemini-3.5-flash"],
  capabilities: (model) => ({
    ...openModelCapabilities(model),
    structured: structuredModels.test(model),
    effort: true,
    thinkingTokens: 0,
    ...(model.startsWith("anthropic/") && {
      cacheBreakpoint: { openrouter: { cacheControl: { type: "ephemeral" } } },
    }),
  }),
  async connect(to) {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider")
    const provider = createOpenRouter({ ...sdkSettings(to), compatibility: "strict" })
    const chat = provider.chat(to.model, { usage: { include: true } })
    return {
      // The package takes the effort as a provider option.
      doStream: ({ reasoning: effort, ...call }) => {
        const openrouter = { ...(effort && { reasoning: { effort } }), ...call.providerOptions?.openrouter }
        return chat.doStream({ ...call, providerOptions: { openrouter } })
      },
    }
  },
}
