import type { JsonSchema } from "../core/discussion/decision-record.ts"
import type { Effort, ToolKind } from "../core/discussion/seat.ts"
import type { FinishReason } from "../core/discussion/turn.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import type { BallotForm } from "../core/discussion/vote.ts"
import type { Prompt } from "../core/prompting/seat-view.ts"

/** `yes-no`, or what a ballot with options asks for. */
export type VoteForm = "yes-no" | BallotForm

/** One question to one model. */
export interface ModelCall {
  readonly discussionId: string
  /** Whose answer to what this is, for messages: "Ada's vote in round 2, attempt 1". */
  readonly label: string
  readonly prompt: Prompt
  /** The object that a vote is asked for as; absent where words are wanted. */
  readonly voteForm?: VoteForm
  /** What may be chosen; absent where the answer is yes or no. */
  readonly voteOptions?: readonly string[]
  /** Another object that is asked for, by its JSON schema. */
  readonly objectSchema?: { readonly name: string; readonly schema: JsonSchema }
  readonly temperature: number
  readonly maxTokens: number
  readonly stop: readonly string[]
  /** How much it may think first; as the provider has it where it is absent. */
  readonly effort?: Effort
  readonly providerOptions?: Readonly<Record<string, unknown>>
  readonly seed: number
  /** What an agent is allowed when it asks for leave. */
  readonly permissions?: readonly ToolKind[]
  /** The key that the discussion was started with; what the call costs is counted for it. */
  readonly startedBy?: string
  /** The turn that the answer becomes; absent for votes and the like. */
  readonly turnId?: string
  /** The trace of whoever asked for the discussion. */
  readonly traceparent?: string
  /** Goes to the model's server as the header `traceparent`; absent where no traces are recorded. */
  readonly requestTraceparent?: string
}

export interface EmbedCall {
  readonly texts: readonly string[]
  readonly discussionId: string
  readonly startedBy?: string
}

export interface EmbedResult {
  /** One a text, in their order, all of one length. */
  readonly vectors: readonly (readonly number[])[]
  readonly usage: TokenUsage
}

/** What a model's stream is made of. A stream that ends without `finish` was cut off and is not an answer. */
export type ModelPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | {
      readonly type: "finish"
      readonly reason: FinishReason
      readonly usage: TokenUsage
      /** The model as the provider reports it, such as one with its version. */
      readonly reportedModel?: string
    }

/** What is known of a model without asking it anything. */
export interface ModelDescription {
  /** The most tokens that a prompt and its answer may have; absent where nobody says. */
  readonly contextTokens?: number
  /** US dollars for a million tokens; absent where nobody says. */
  readonly price?: { readonly input: number; readonly output: number }
}

export interface Model {
  /** `provider/model` as asked for. */
  readonly id: string
  /** Whether a vote can be asked for as an object. */
  readonly structured: boolean
  /** Of an agent: what a table may allow it here. Nothing else asks for leave. */
  readonly permissions?: readonly ToolKind[]
  /** Looked up when it is needed: it may take a request to a local server. Never throws. */
  describe?(): Promise<ModelDescription>
  /** Why it cannot be used now, without asking it anything; undefined where nothing is known to be wrong. Never throws. */
  check?(): Promise<string | undefined>
  /**
   * Where a server takes only so many calls at a time: waits for a place and returns how to give it back. Whoever calls
   * `stream` waits here first, so that a place in the queue costs none of the call's own time.
   */
  admit?(call: ModelCall, signal: AbortSignal): Promise<() => void>
  /** Throws ConclaveError only; `recoverable` says whether trying again can help. */
  stream(call: ModelCall, signal: AbortSignal): AsyncIterable<ModelPart>
  /** Absent where its provider has none that can. Throws ConclaveError only. */
  embed?(call: EmbedCall, signal: AbortSignal): Promise<EmbedResult>
}

/** Finds a model by its name. Throws MODEL_UNKNOWN with the names it knows, or what to set, before anything is called. */
export interface Models {
  find(name: string): Model
}
