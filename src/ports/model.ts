import type { JsonSchema } from "../core/discussion/decision-record.ts"
import type { Effort, ToolKind } from "../core/discussion/seat.ts"
import type { FinishReason } from "../core/discussion/turn.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import type { BallotForm } from "../core/discussion/vote.ts"
import type { Prompt } from "../core/prompting/seat-view.ts"

/** `yes-no`, or the form of a ballot with options. */
export type VoteForm = "yes-no" | BallotForm

/** One call of one model. */
export interface ModelCall {
  readonly discussionId: string
  /** Describes the call in messages: "Ada's vote in round 2, attempt 1". */
  readonly label: string
  readonly prompt: Prompt
  /** Asks for a vote as structured output; absent for text. */
  readonly voteForm?: VoteForm
  /** The options of a vote; absent for yes or no. */
  readonly voteOptions?: readonly string[]
  /** Asks for other structured output. */
  readonly objectSchema?: { readonly name: string; readonly schema: JsonSchema }
  readonly temperature: number
  readonly maxTokens: number
  readonly stop: readonly string[]
  /** Reasoning effort (default: the provider's). */
  readonly effort?: Effort
  readonly providerOptions?: Readonly<Record<string, unknown>>
  readonly seed: number
  /** Permission requests of an agent to grant. */
  readonly permissions?: readonly ToolKind[]
  /** The API key that started the discussion; the call's cost counts against its limit. */
  readonly startedBy?: string
  /** The turn that the answer is for; absent for votes and closing calls. */
  readonly turnId?: string
  /** The `traceparent` of the request that started the discussion. */
  readonly traceparent?: string
  /** Sent to the model's server as the header `traceparent`; absent if tracing is off. */
  readonly requestTraceparent?: string
}

export interface EmbedCall {
  readonly texts: readonly string[]
  readonly discussionId: string
  readonly startedBy?: string
}

export interface EmbedResult {
  /** One per text, in order, all of the same length. */
  readonly vectors: readonly (readonly number[])[]
  readonly usage: TokenUsage
}

/** A part of a model's stream. A stream that ends without `finish` was cut off and is not an answer. */
export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | {
      readonly type: "finish"
      readonly reason: FinishReason
      readonly usage: TokenUsage
      /** The model name that the provider reports, often with a version. */
      readonly reportedModel?: string
    }

/** What is known about a model without calling it. */
export interface ModelDescription {
  /** Context window: maximum tokens of a prompt and its answer; absent if unknown. */
  readonly contextTokens?: number
  /** US dollars per million tokens; absent if unknown. */
  readonly price?: { readonly input: number; readonly output: number }
}

/** A model that can speak for a seat. */
export interface Model {
  /** `provider/model` as requested. */
  readonly id: string
  /** Whether it supports structured output. */
  readonly structured: boolean
  /** Agents only: permissions that a table may grant. */
  readonly permissions?: readonly ToolKind[]
  /** May send a request to a local server. Never throws. */
  describe?(): Promise<ModelDescription>
  /** Why the model cannot be used now, without calling it; undefined if no problem is known. Never throws. */
  check?(): Promise<string | undefined>
  /**
   * For servers with limited concurrency: waits for a slot and returns its release function. Call it before `stream`, so
   * that waiting does not count against the call's timeouts.
   */
  admit?(call: ModelCall, signal: AbortSignal): Promise<() => void>
  /** Throws ConclaveError only; `recoverable` says whether a retry can help. */
  stream(call: ModelCall, signal: AbortSignal): AsyncIterable<ModelPart>
  /** Absent if the provider has no embeddings. Throws ConclaveError only. */
  embed?(call: EmbedCall, signal: AbortSignal): Promise<EmbedResult>
}

/** Finds a model by name. Throws MODEL_UNKNOWN with the known names or the variable to set. */
export interface Models {
  find(name: string): Model
}
