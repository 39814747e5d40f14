import type { EmbeddingModelV4, LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider"
import type { ModelListResult, ServerQuery } from "./list-models.ts"

export type ChatModel = Pick<LanguageModelV4, "doStream">

export type Embedder = Pick<EmbeddingModelV4, "doEmbed" | "maxEmbeddingsPerCall">

export interface ModelCapabilities {
  /** Supports answers that conform to a JSON schema. */
  readonly structured: boolean
  /** Maximum number of stop sequences. We also cut at them ourselves, so sending fewer only costs tokens. */
  readonly maxStopSequences: number
  readonly seed: boolean
  /** Tokens for reasoning, added to the answer's limit if one limit covers both. */
  readonly thinkingTokens: number
  /** Accepts a reasoning effort; other models reject calls with one. */
  readonly effort?: boolean
  /** Provider options that mark a cache breakpoint; absent if caching is automatic. */
  readonly cacheBreakpoint?: SharedV4ProviderOptions
}

export interface ProviderConnection {
  readonly model: string
  readonly apiKey: string
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly headers: Record<string, string>
}

/** Defaults of hosted providers. */
export const hosted = { requires: ["apiKey"], pricing: "table", probe: { path: "/models" } } as const

/** A connection as settings of the AI SDK's packages. */
export function sdkSettings({ apiKey, baseUrl, fetch, headers }: Omit<ProviderConnection, "model">) {
  return { apiKey, baseURL: baseUrl, fetch, headers }
}

/** Everything about one provider. To add one, write its file and a line in `list.ts`. */
export interface Provider {
  /** Display name. */
  readonly title: string
  /** Environment variables of its settings. Of those for the address, the first that is set counts. */
  readonly variables: {
    readonly apiKey?: string
    readonly baseUrl: readonly [string, ...string[]]
  }
  /** Required settings. */
  readonly requires?: readonly ("apiKey" | "baseUrl")[]
  /** Default address; empty if there is none. */
  readonly defaultUrl: string
  /** Appended to an address without a path, as the provider's own clients do. */
  readonly defaultPath?: string
  /** Example value of the variable for the address. */
  readonly exampleUrl?: string
  /** Completes provider-specific forms of an address, such as a region or resource name. */
  readonly normalizeUrl?: (url: URL, given: string) => void
  /** Runs on the user's machine: always, or if its address is local. One call at a time unless configured. */
  readonly local?: "always" | "by-address"
  /** Prices: from the price table, or free; absent if unknown. */
  readonly pricing?: "table" | "free"
  /** Suggested models: the best, an everyday one and a cheap one. Any other model can be named. */
  readonly suggestions: readonly string[]
  /** Lists the server's models; absent if only suggestions are shown. */
  readonly listModels?: (query: ServerQuery) => Promise<ModelListResult>
  /** A free request that checks the key; absent if `listModels` does. */
  readonly probe?: {
    readonly path: string
    /** Headers with the key (default: a bearer token). */
    readonly headers?: (apiKey: string) => Record<string, string>
  }
  /** What to do if it cannot be reached. */
  readonly unreachableHint?: string
  /** What to do if it lacks a model (default: check the name and the address). */
  readonly missingModelHint?: (model: string) => string
  /** Package that users install themselves; absent if it ships with Conclave. */
  readonly ownPackage?: string
  capabilities(model: string): ModelCapabilities
  /** Loads the provider's package on the first call. */
  connect(connection: ProviderConnection): Promise<ChatModel>
  /** Absent if the provider has no embedding models. */
  embedder?(connection: ProviderConnection): Promise<Embedder>
}

/** Extra tokens for models whose reasoning counts towards the answer's limit, which might leave no answer. */
export const reasoningTokenAllowance = 8_192

const inlineReasoningModels = /(^|[^a-z])(r1|qwq|qwen-?3|gpt-oss|magistral|deepseek)|think|reason/i

/**
 * Whether an open model likely writes its reasoning into the answer's text. The server would apply stop sequences to the
 * reasoning as well and cut off the answer, so such models get none.
 */
export function writesReasoningInline(model: string): boolean {
  return inlineReasoningModels.test(model)
}

/** What an open model can do on most servers. */
export function openModelCapabilities(model: string): ModelCapabilities {
  const thinks = writesReasoningInline(model)
  return {
    structured: false,
    maxStopSequences: thinks ? 0 : 4,
    seed: true,
    effort: thinks,
    thinkingTokens: thinks ? reasoningTokenAllowance : 0,
  }
}
