import { hosted, openModelCapabilities, type Provider, sdkSettings } from "./provider.ts"

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
  capabilities: (model) => ({ ...openModelCapabilities(model), structured: structuredModels.test(model) }),
  connect: async (to) => (await import("@ai-sdk/groq")).createGroq(sdkSettings(to)).languageModel(to.model),
}
