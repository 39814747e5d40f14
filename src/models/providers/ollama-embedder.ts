import { ollamaError, ollamaHeaders } from "./ollama-chat.ts"
import type { Embedder, ProviderConnection } from "./provider.ts"

/** Ollama's own embedding endpoint; what it answers is checked by whoever asks. */
export function ollamaEmbedder({ model, apiKey, baseUrl, fetch, headers }: ProviderConnection): Embedder {
  return {
    maxEmbeddingsPerCall: undefined,
    async doEmbed({ values, abortSignal }) {
      const response = await fetch(`${baseUrl}/api/embed`, {
        method: "POST",
        headers: ollamaHeaders(apiKey, headers),
        body: JSON.stringify({ model, input: values }),
        ...(abortSignal && { signal: abortSignal }),
      })
      if (!response.ok) throw await ollamaError(response)
      const { embeddings, prompt_eval_count: tokens } = (await response.json()) as Answer
      return { embeddings: embeddings ?? [], warnings: [], ...(typeof tokens === "number" && { usage: { tokens } }) }
    },
  }
}

interface Answer {
  readonly embeddings?: number[][]
  readonly prompt_eval_count?: number
}
