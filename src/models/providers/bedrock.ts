import { anthropic } from "./anthropic.ts"
import { type Provider, reasoningTokenAllowance, sdkSettings, writesReasoningInline } from "./provider.ts"

const region = /^[a-z]{2,5}(?:-[a-z]{2,5})?-[a-z]+-\d$/

/** Amazon's Converse API with a Bedrock API key; capabilities are derived from the model's name. */
export const bedrock: Provider = {
  title: "Amazon Bedrock",
  ownPackage: "@ai-sdk/amazon-bedrock",
  variables: { apiKey: "AWS_BEARER_TOKEN_BEDROCK", baseUrl: ["BEDROCK_BASE_URL", "AWS_REGION"] },
  requires: ["apiKey", "baseUrl"],
  defaultUrl: "",
  exampleUrl: "us-east-1",
  normalizeUrl(url, given) {
    if (region.test(given))
      url.hostname = `bedrock-runtime.${given}.amazonaws.com${given.startsWith("cn-") ? ".cn" : ""}`
    // Without a scheme, never send the key unencrypted.
    if (!/^https?:/i.test(given) && url.hostname.includes(".amazonaws.com")) url.protocol = "https:"
  },
  pricing: "table",
  suggestions: [
    "global.anthropic.claude-opus-5",
    "global.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "amazon.nova-lite-v1:0",
  ],
  missingModelHint: (model) => `check that your account may use ${model} in this region`,
  capabilities(model) {
    const claude = /(?:^|\.)anthropic\.(.+)$/.exec(model)?.[1]
    const isNova = /(?:^|\.)amazon\.nova/.test(model)
    const thinks = writesReasoningInline(model)
    const { effort = false, thinkingTokens } = claude ? anthropic.capabilities(claude) : { thinkingTokens: 0 }
    return {
      // For other models the package uses a tool, which not all of them support.
      structured: claude !== undefined || isNova,
      maxStopSequences: thinks ? 0 : 4,
      seed: false,
      effort,
      thinkingTokens: thinks ? reasoningTokenAllowance : thinkingTokens,
      ...((claude !== undefined || isNova) && { cacheBreakpoint: { bedrock: { cachePoint: { type: "default" } } } }),
    }
  },
  connect: async (to) =>
    (await import("@ai-sdk/amazon-bedrock")).createAmazonBedrock(sdkSettings(to)).languageModel(to.model),
  embedder: async (to) =>
    (await import("@ai-sdk/amazon-bedrock")).createAmazonBedrock(sdkSettings(to)).embeddingModel(to.model),
}
