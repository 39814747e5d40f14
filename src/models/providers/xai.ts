import { hosted, type Provider, reasoningTokenAllowance, sdkSettings } from "./provider.ts"

/** Models without reasoning. */
const plainModels = /^grok-(2|3(-fast)?$)|non-reasoning/

export const xai: Provider = {
  ...hosted,
  title: "xAI",
  ownPackage: "@ai-sdk/xai",
  variables: { apiKey: "XAI_API_KEY", baseUrl: ["XAI_BASE_URL"] },
  defaultUrl: "https://api.x.ai/v1",
  defaultPath: "/v1",
  suggestions: ["grok-4.6", "grok-4.3", "grok-4-1-fast-non-reasoning"],
  capabilities: (model) => ({
    structured: true,
    // The package uses the Responses API, which has no stop sequences.
    maxStopSequences: 0,
    seed: true,
    effort: !plainModels.test(model),
    thinkingTokens: plainModels.test(model) ? 0 : reasoningTokenAllowance,
  }),
  async connect(to) {
    const chat = (await import("@ai-sdk/xai")).createXai(sdkSettings(to)).responses(to.model)
    // By default xAI stores requests and responses for 30 days.
    // The package has types of an older interface version, which lacks a reasoning level that we never send.
    type Call = Parameters<typeof chat.doStream>[0]
    return {
      doStream: (call) => {
        const providerOptions = { xai: { ...call.providerOptions?.xai, store: false } }
        return chat.doStream({ ...(call as Call), providerOptions })
      },
    }
  },
}
