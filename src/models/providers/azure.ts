import { openai } from "./openai.ts"
import { type Provider, sdkSettings } from "./provider.ts"

/** Models are deployments with custom names; capabilities and prices are derived from the name. */
export const azure: Provider = {
  title: "Azure OpenAI",
  ownPackage: "@ai-sdk/azure",
  variables: { apiKey: "AZURE_API_KEY", baseUrl: ["AZURE_BASE_URL", "AZURE_RESOURCE_NAME"] },
  requires: ["apiKey", "baseUrl"],
  defaultUrl: "",
  defaultPath: "/openai/v1",
  exampleUrl: "https://my-resource.openai.azure.com",
  normalizeUrl(url, given) {
    if (/^[a-z0-9-]+$/i.test(given)) url.hostname = `${given}.openai.azure.com`
    // Without a scheme, never send the key unencrypted.
    if (!/^https?:/i.test(given) && url.hostname.endsWith(".azure.com")) url.protocol = "https:"
  },
  pricing: "table",
  probe: { path: "/models", headers: (key) => ({ "api-key": key }) },
  suggestions: [],
  missingModelHint: (model) => `check that the resource has a deployment named ${model}`,
  capabilities: openai.capabilities,
  async connect(to) {
    const chat = (await import("@ai-sdk/azure")).createAzure(sdkSettings(to)).chat(to.model)
    type Call = Parameters<typeof chat.doStream>[0]
    return {
      // The package reads call options under `openai`.
      doStream: ({ providerOptions, ...call }) => {
        const options = providerOptions?.azure && { providerOptions: { openai: providerOptions.azure } }
        return chat.doStream({ ...(call as Call), ...options })
      },
    }
  },
  embedder: async (to) => (await import("@ai-sdk/azure")).createAzure(sdkSettings(to)).embeddingModel(to.model),
}
