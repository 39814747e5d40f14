import { hosted, type Provider, reasoningTokenAllowance, sdkSettings } from "./provider.ts"

export const anthropic: Provider = {
  ...hosted,
  title: "Anthropic",
  variables: { apiKey: "ANTHROPIC_API_KEY", baseUrl: ["ANTHROPIC_BASE_URL"] },
  defaultUrl: "https://api.anthropic.com/v1",
  defaultPath: "/v1",
  probe: { path: "/models", headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }) },
  suggestions: ["claude-opus-5", "claude-sonnet-5", "claude-haiku-4-5"],
  capabilities: (model) => ({
    structured: true,
    maxStopSequences: 16,
    seed: false,
    effort: !/^claude-(2|instant|3-[05]|3-(opus|sonnet|haiku))/.test(model),
    // From the fifth generation on, reasoning is on by default and cannot always be turned off.
    thinkingTokens: /^claude-[a-z]+-[5-9]/.test(model) ? reasoningTokenAllowance : 0,
    cacheBreakpoint: { anthropic: { cacheControl: { type: "ephemeral" } } },
  }),
  connect: async (to) => (await import("@ai-sdk/anthropic")).createAnthropic(sdkSettings(to)).languageModel(to.model),
}
