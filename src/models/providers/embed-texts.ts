import type { TokenUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import { charactersPerToken } from "../../core/prompting/estimate-usage.ts"
import type { EmbedCall, Embedded } from "../../ports/model.ts"
import { costOf } from "../prices.ts"
import { boundedFetch, watchArrival } from "./bounded-fetch.ts"
import type { Connection, Embedder, Provider } from "./provider.ts"
import { providerError } from "./provider-error.ts"
import type { ProviderName } from "./provider-settings.ts"

/** Answers stay of a size that can be held, whatever the provider would take at once. */
const mostAtOnce = 64
const mostTokens = 10_000_000

interface EmbeddingModel extends Connection {
  readonly name: ProviderName
  readonly provider: Provider
}

/** How a provider's model turns texts into vectors; undefined where it cannot. */
export function embedTexts({ name, provider, ...connection }: EmbeddingModel) {
  if (!provider.embedder) return undefined
  const called = { ...connection, provider: name }
  let embedder: Promise<Embedder> | undefined
  const connect = () => {
    embedder ??= provider.embedder!({ ...connection, fetch: boundedFetch(connection.fetch) })
    return embedder
  }

  return async ({ texts }: EmbedCall, signal: AbortSignal): Promise<Embedded> => {
    const arrival = watchArrival(signal)
    try {
      const model = await connect()
      const size = Math.min(mostAtOnce, (await model.maxEmbeddingsPerCall) ?? mostAtOnce)
      const vectors: (readonly number[])[] = []
      let tokens: number | undefined = 0
      for (let from = 0; from < texts.length; from += size) {
        const values = texts.slice(from, from + size)
        const { embeddings, usage } = await model.doEmbed({ values, abortSignal: signal })
        arrival.unread = 0
        if (embeddings.length !== values.length) throw unreadable(called)
        vectors.push(...embeddings)
        tokens = tokens === undefined || !isCount(usage?.tokens) ? undefined : tokens + usage.tokens
      }
      if (!vectors.every((vector) => isVector(vector, vectors[0]!.length))) throw unreadable(called)
      const used = usageOf(tokens, texts)
      const cost = await costOf({ provider: name, model: connection.model, usage: used })
      return { vectors, usage: { ...used, ...(cost !== undefined && { cost }) } }
    } catch (error) {
      if (signal.aborted) throw new ConclaveError("ABORTED", `the call to ${name}/${connection.model} was called off`)
      throw providerError(error, called, arrival.begun)
    }
  }
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value > 0 && value <= mostTokens
}

function isVector(vector: unknown, length: number): boolean {
  return Array.isArray(vector) && vector.length === length && length > 0 && vector.every(Number.isFinite)
}

function unreadable({ provider, model }: { readonly provider: string; readonly model: string }): ConclaveError {
  return new ConclaveError("PROVIDER_ERROR", `${provider}/${model} sent no embeddings that can be read`)
}

function usageOf(tokens: number | undefined, texts: readonly string[]): TokenUsage {
  const estimated = Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken)
  const isKnown = tokens !== undefined
  return {
    promptTokens: isKnown ? tokens : estimated,
    cachedTokens: 0,
    completionTokens: 0,
    ...(!isKnown && { estimated: true }),
  }
}
