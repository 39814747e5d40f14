import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider"

/** What of a provider package's model is used. */
export type ChatModel = Pick<LanguageModelV4, "doStream">

/** What of a provider package's embedding model is used. */
export type Embedder = Pick<EmbeddingModelV4, "doEmbed" | "maxEmbeddingsPerCall">

/** What a model can be asked for. */
export interface ModelCapabilities {
  /** Its answer can be held to a JSON schema. */
  readonly structured: boolean
  /** How many stop sequences it takes. We cut at all of them ourselves, so sending fewer costs only tokens. */
  readonly maxStopSequences: number
  readonly seed: boolean
  /** Tokens it may think before it speaks, on top of the limit for what it says, where one limit is for both. */
  readonly thinkingTokens: number
  /** The name under which the package takes cache breakpoints; absent where caching needs no asking. */
  readonly cacheBreakpoints?: "anthropic" | "openrouter"
}

export interface ProviderConnection {
  readonly model: string
  readonly apiKey: string
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly headers: Record<string, string>
}

/** How one provider is spoken to. */
export interface Provider {
  capabilities(model: string): ModelCapabilities
  /** Loads the provider's package, at the first call and not before. */
  connect(connection: ProviderConnection): Promise<ChatModel>
  /** Absent where the provider has no embedding models. */
  embedder?(connection: ProviderConnection): Promise<Embedder>
}

/** Room to think for models that take it from the answer's limit: without it a short limit leaves no answer at all. */
export const reasoningTokenAllowance = 8_192
