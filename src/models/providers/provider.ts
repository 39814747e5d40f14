import type { EmbeddingModelV4, LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider"
import type { ModelListResult, ServerQuery } from "./list-models.ts"

export type ChatModel = Pick<LanguageModelV4, "doStream">

export type Embedder = Pick<EmbeddingModelV4, "doEmbed" | "maxEmbeddingsPerCall">

export interface ModelCapabilities {
  /** Its answer can be held to a JSON schema. */
  readonly structured: boolean
  /** How many stop sequences it takes. We cut at all of them ourselves, so sending fewer costs only tokens. */
  readonly maxStopSequences: number
  readonly seed: boolean
  /** Tokens it may think before it speaks, on top of the limit for what it says, where one limit is for both. */
  readonly thinkingTokens: number
  /** Whether it can be told how much to think; the others refuse a call that says so, and are not told. */
  readonly effort?: boolean
  /** How its package is told to cache everything up to a part; absent where caching needs no asking. */
  readonly cacheBreakpoint?: SharedV4ProviderOptions
}

export interface ProviderConnection {
  readonly model: string
  readonly apiKey: string
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly headers: Record<string, string>
}

/** What providers on the network have in common, where they do not say otherwise. */
export const hosted = { requires: ["apiKey"], pricing: "table", probe: { path: "/models" } } as const

/** A connection in the words of the AI SDK's packages. */
export function sdkSettings({ apiKey, baseUrl, fetch, headers }: Omit<ProviderConnection, "model">) {
  return { apiKey, baseURL: baseUrl, fetch, headers }
}

/** Everything there is to know of one provider. Adding one takes its own file and a line in `list.ts`. */
export interface Provider {
  /** As people call it. */
  readonly title: string
  /** The environment variables that its settings come from. Of those for the address the first one set counts. */
  readonly variables: {
    readonly apiKey?: string
    readonly baseUrl: readonly [string, ...string[]]
  }
  /** What must be set before it can be called. */
  readonly requires?: readonly ("apiKey" | "baseUrl")[]
  /** Where it listens unless it is told otherwise; empty where nobody knows. */
  readonly defaultUrl: string
  /** Added to an address that has no path, as the provider's own clients do. */
  readonly defaultPath?: string
  /** What may stand in the variable for the address. */
  readonly exampleUrl?: string
  /** Puts an address right that was given in a way of the provider's own. */
  readonly normalizeUrl?: (url: URL, given: string) => void
  /** Runs on one's own machine: always, or where its address says so. One call at a time unless configured. */
  readonly local?: "always" | "by-address"
  /** What calls cost: by the price table under this provider's name, or nothing; absent where nobody knows. */
  readonly pricing?: "table" | "free"
  /** A few models to begin with: its best, one for every day, and a cheap one. Any other name can be asked for. */
  readonly suggestions: readonly string[]
  /** Asks the server which models it has; absent where the suggestions must do. */
  readonly listModels?: (query: ServerQuery) => Promise<ModelListResult>
  /** A free request that tells whether the key is taken; absent where the list of models does. */
  readonly probe?: {
    readonly path: string
    /** How the key is sent; as a bearer unless given. */
    readonly headers?: (apiKey: string) => Record<string, string>
  }
  /** What to do where nobody answers at its address. */
  readonly unreachableHint?: string
  /** What to do where it does not have a model; to check the name and the address unless it says otherwise. */
  readonly missingModelHint?: (model: string) => string
  /** The package that whoever uses it installs; absent where it comes along with Conclave. */
  readonly ownPackage?: string
  capabilities(model: string): ModelCapabilities
  /** Loads the provider's package, at the first call and not before. */
  connect(connection: ProviderConnection): Promise<ChatModel>
  /** Absent where the provider has no embedding models. */
  embedder?(connection: ProviderConnection): Promise<Embedder>
}

/** Room to think for models that take it from the answer's limit: without it a short limit leaves no answer at all. */
export const reasoningTokenAllowance = 8_192

const inlineReasoningModels = /(^|[^a-z])(r1|qwq|qwen-?3|gpt-oss|magistral|deepseek)|think|reason/i

/**
 * Whether an open model likely thinks in the same text that it answers in. Its server would apply stop sequences to
 * the thoughts too and cut it off before it has said a word, so such models are sent none.
 */
export function writesReasoningInline(model: string): boolean {
  return inlineReasoningModels.test(model)
}
