import type { LanguageModelV4 } from "@ai-sdk/provider"
import type { Model } from "../ports/model.ts"
import type { ProviderName } from "./providers/list.ts"
import type { Provider } from "./providers/provider.ts"
import { providerModel } from "./providers/provider-model.ts"

/** A model object of the AI SDK, such as `openai("gpt-5.5")`. */
export type LanguageModel = LanguageModelV4

export function isLanguageModel(value: unknown): value is LanguageModel {
  return typeof value === "object" && value !== null && "doStream" in value && "modelId" in value
}

/** Wraps a model object as `provider/model`. It has its own key and address; the environment is not read. */
export function fromLanguageModel(model: LanguageModel): Model {
  // `openai.responses` is shown, and priced, as OpenAI.
  const name = (model.provider.split(".")[0] ?? model.provider) as ProviderName
  const provider: Provider = {
    title: model.provider,
    variables: { baseUrl: ["-"] },
    defaultUrl: "",
    pricing: "table",
    suggestions: [],
    // Unknown capabilities are not used: votes are read from text, and we cut at stop sequences ourselves.
    capabilities: () => ({ structured: false, maxStopSequences: 0, seed: false, thinkingTokens: 0, effort: true }),
    connect: async () => model,
  }
  return providerModel({ name, provider, model: model.modelId, apiKey: "", baseUrl: "", fetch, headers: {} })
}
