import { hosted, type Provider, reasoningTokenAllowance, sdkSettings, writesReasoningInline } from "./provider.ts"

/** Models with strict schemas; most others reject a call with a schema. */
const structuredModels = /^openai\/gpt-oss-(20b|120b)/

export const groq: Provider = {
  ...hosted,
  title: "Groq",
  ownPackage: "@ai-sdk/groq",
  variables: { apiKey: "GROQ_API_KEY", baseUrl: ["GROQ_BASE_URL"] },
  defaultUrl: "https://api.groq.com/openai/v1",
  defaultPath: "/openai/v1",
  suggestions: ["openai/gpt-oss-120b", "llama-3.3-70b-versatile", "openai/gpt-oss-20b"],
  capabilities(model) {
    const thinks = writesReasoningInline(model)
    return {
      structured: structuredModels.test(model),
      maxStopSequences: thinks ? 0 : 4,
      seed: true,
      effort: thinks,
      thinkingTokens: thinks ? reasoningTokenAllowance : 0,
    }
  },
  connect: async (to) => (await import("@ai-sdk/groq")).createGroq(sdkSettings(to)).languageModel(to.model),
}
