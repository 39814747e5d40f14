import { ollamaChat } from "./ollama-chat.ts"
import { ollamaEmbedder } from "./ollama-embedder.ts"
import type { Provider } from "./provider.ts"
import { writesReasoningInline } from "./writes-reasoning-inline.ts"

export const ollama: Provider = {
  capabilities: (model) => ({
    // Local answers are held to a schema by the sampler itself, whatever the model; models in Ollama's cloud are not.
    structured: !model.endsWith("cloud"),
    maxStopSequences: writesReasoningInline(model) ? 0 : Number.POSITIVE_INFINITY,
    seed: true,
    thinkingTokens: 0,
  }),
  connect: async (connection) => ollamaChat(connection),
  embedder: async (connection) => ollamaEmbedder(connection),
}
