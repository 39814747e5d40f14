import type { LanguageModelV4StreamPart } from "@ai-sdk/provider"
import { type ChatModel, hosted, type Provider, reasoningTokenAllowance, sdkSettings } from "./provider.ts"

/** Older models without structured output. */
const unstructuredModels = /^(gpt-3|gpt-4(-|$)|gpt-4o-2024-05|chatgpt-|o1-(mini|preview))/

/** Models available only in the Responses API. All others use the chat API, which has stop sequences. */
const responsesOnlyModels = /-pro(-|$)|codex|deep-research|computer-use/

export const openai: Provider = {
  ...hosted,
  title: "OpenAI",
  variables: { apiKey: "OPENAI_API_KEY", baseUrl: ["OPENAI_BASE_URL"] },
  defaultUrl: "https://api.openai.com/v1",
  defaultPath: "/v1",
  suggestions: ["gpt-5.5", "gpt-5.4-mini", "gpt-5.4-nano"],
  capabilities(model) {
    const thinks = isReasoningModel(model)
    return {
      structured: !unstructuredModels.test(model),
      // Reasoning models reject stop sequences.
      maxStopSequences: thinks || responsesOnlyModels.test(model) ? 0 : 4,
      seed: !thinks,
      effort: thinks,
      thinkingTokens: thinks ? reasoningTokenAllowance : 0,
    }
  },
  async connect({ model, ...to }) {
    const provider = (await import("@ai-sdk/openai")).createOpenAI(sdkSettings(to))
    // By default OpenAI stores requests and responses of this API for 30 days.
    const responses: ChatModel = {
      async doStream(call) {
        const openai = { ...call.providerOptions?.openai, store: false }
        const answer = await provider.responses(model).doStream({ ...call, providerOptions: { openai } })
        return { ...answer, stream: ReadableStream.from(withReason(answer.stream)) }
      },
    }
    if (responsesOnlyModels.test(model)) return responses
    const chat: ChatModel = provider.chat(model)
    let serving = chat
    return {
      // For newer models the chat API reports that they need the Responses API.
      async doStream(call) {
        try {
          return await serving.doStream(call)
        } catch (error) {
          if (serving === responses || !(error instanceof Error && error.message.includes("v1/responses"))) throw error
          serving = responses
          return responses.doStream(call)
        }
      },
    }
  },
  embedder: async (to) => (await import("@ai-sdk/openai")).createOpenAI(sdkSettings(to)).embeddingModel(to.model),
}

/** The package gives no raw finish reason for completed answers, so we add one. */
async function* withReason(
  parts: ReadableStream<LanguageModelV4StreamPart>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  for await (const part of parts) {
    const isCompleted = part.type === "finish" && part.finishReason.unified === "stop"
    yield isCompleted ? { ...part, finishReason: { unified: "stop", raw: "completed" } } : part
  }
}

function isReasoningModel(model: string): boolean {
  return /^(o\d|gpt-([5-9]|\d{2}))/.test(model) && !/^gpt-\d+-chat/.test(model)
}
