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

/** Takes a seat under the name `provider/model`. It brings its own key and address; nothing of the environment is read. */
export function fromLanguageModel(model: LanguageModel): Model {
  // `openai.responses` is OpenAI to whoever reads a name, and to the table of prices.
  const name = (model.provider.split(".")[0] ?? model.provider) as ProviderName
  const provider: Provider = {
    title: model.provider,
    variables: { baseUrl: ["-"] },
    defaultUrl: "",
    pricing: "table",
    suggestions: [],
    // What nobody knows is not asked for: votes are then read from text, and stop sequences cut by ourselves.
    capabilities: () => ({ structured: false, maxStopSequences: 0, seed: false, thinkingTokens: 0, effort: true }),
    connect: async () => model,
  }
  return providerModel({ name, provider, model: model.modelId, apiKey: "", baseUrl: "", fetch, headers: {} })
}
