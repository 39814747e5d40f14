import { hosted, type Provider, reasoningTokenAllowance, sdkSettings } from "./provider.ts"

/** Models that answer without thinking first. */
const silentModels = /^grok-(2|3(-fast)?$)|non-reasoning/

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
    // Its package speaks the Responses API, which has none.
    maxStopSequences: 0,
    seed: true,
    effort: !silentModels.test(model),
    thinkingTokens: silentModels.test(model) ? 0 : reasoningTokenAllowance,
  }),
  async connect(to) {
    const chat = (await import("@ai-sdk/xai")).createXai(sdkSettings(to)).responses(to.model)
    // Unless it is told not to, xAI stores what was asked and answered for 30 days.
    // The package is typed by an older version of the interface, which lacks a level of reasoning that we never ask for.
    type Call = Parameters<typeof chat.doStream>[0]
    return {
      doStream: (call) => {
        const providerOptions = { xai: { ...call.providerOptions?.xai, store: false } }
        return chat.doStream({ ...(call as Call), providerOptions })
      },
    }
  },
}
