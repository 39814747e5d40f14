import { noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import { lazy } from "../../core/lazy.ts"
import { charactersPerToken } from "../../core/prompting/seat-view.ts"
import type { EmbedCall, EmbedResult } from "../../ports/model.ts"
import { costOf } from "../prices.ts"
import { boundedFetch, trackResponse } from "./bounded-fetch.ts"
import { validTokenCount } from "./finish-part.ts"
import { providerError } from "./provider-error.ts"
import type { ProviderModel } from "./provider-model.ts"

/** Limits the size of a response, whatever batch size the provider allows. */
const maxBatchSize = 64

export function createEmbedFunction({ name, provider, ...connection }: ProviderModel) {
  const called = { ...connection, provider: name }
  const unreadable = () =>
    new ConclaveError(
      "PROVIDER_ERROR",
      `${name}/${connection.model} sent unreadable embeddings; is it an embedding model?`,
    )
  const connect = lazy(() => provider.embedder!({ ...connection, fetch: boundedFetch(connection.fetch) }))

  return async ({ texts }: EmbedCall, signal: AbortSignal): Promise<EmbedResult> => {
    const progress = trackResponse(signal)
    try {
      const model = await connect()
      const size = Math.min(maxBatchSize, (await model.maxEmbeddingsPerCall) ?? maxBatchSize)
      const vectors: (readonly number[])[] = []
      let tokens: number | undefined = 0
      for (let from = 0; from < texts.length; from += size) {
        const values = texts.slice(from, from + size)
        const { embeddings, usage } = await model.doEmbed({ values, abortSignal: signal })
        progress.unreadBytes = 0
        if (embeddings.length !== values.length) throw unreadable()
        vectors.push(...embeddings)
        const counted = validTokenCount(usage?.tokens)
        // Packages report 0 for missing figures.
        tokens = tokens === undefined || !counted ? undefined : tokens + counted
      }
      if (!vectors.every((vector) => isVector(vector, vectors[0]!.length))) throw unreadable()
      const used = usageOf(tokens, texts)
      const cost = await costOf({ provider: name, model: connection.model, usage: used })
      return { vectors, usage: { ...used, ...(cost !== undefined && { cost }) } }
    } catch (error) {
      if (signal.aborted) throw new ConclaveError("ABORTED", `the call to ${name}/${connection.model} was cancelled`)
      throw providerError(error, called, progress.hasStarted)
    }
  }
}

function isVector(vector: unknown, length: number): boolean {
  return Array.isArray(vector) && vector.length === length && length > 0 && vector.every(Number.isFinite)
}

function usageOf(tokens: number | undefined, texts: readonly string[]): TokenUsage {
  if (tokens !== undefined) return { ...noUsage, promptTokens: tokens }
  const promptTokens = Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken)
  return { ...noUsage, promptTokens, estimated: true }
}
