import { hosted, type Provider, reasoningTokenAllowance, sdkSettings } from "./provider.ts"

export const deepseek: Provider = {
  ...hosted,
  title: "DeepSeek",
  ownPackage: "@ai-sdk/deepseek",
  variables: { apiKey: "DEEPSEEK_API_KEY", baseUrl: ["DEEPSEEK_BASE_URL"] },
  defaultUrl: "https://api.deepseek.com",
  suggestions: ["deepseek-v4-pro", "deepseek-v4-flash"],
  capabilities(model) {
    const thinks = !/^deepseek-(chat|v3)/.test(model)
    return {
      // No schema support: the package would write the schema into the prompt.
      structured: false,
      maxStopSequences: thinks ? 0 : 16,
      seed: false,
      effort: true,
      thinkingTokens: thinks ? reasoningTokenAllowance : 0,
    }
  },
  connect: async (to) => (await import("@ai-sdk/deepseek")).createDeepSeek(sdkSettings(to)).languageModel(to.model),
}
