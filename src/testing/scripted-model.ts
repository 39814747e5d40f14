import type { FinishReason } from "../core/discussion/turn.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import { ConclaveError } from "../core/errors.ts"
import { estimateUsage, type SeatView, sourceOf } from "../core/prompting/seat-view.ts"
import type { Model, ModelCall, ModelPart } from "../ports/model.ts"

/** A scripted reply: a text, or typical model behaviour in detail. */
export type ScriptedReply =
  | string
  | {
      /** The streamed pieces of the text. */
      readonly chunks: readonly string[]
      /** Streamed before the chunks. */
      readonly reasoning?: string
      /** Default: `stop`. */
      readonly finishReason?: FinishReason
      /** Default: estimated from the texts. */
      readonly usage?: TokenUsage
      /** `cut`: the stream ends without a finish part; `hang`: it never ends; an error: thrown after the chunks. */
      readonly ends?: "cut" | "hang" | ConclaveError
    }

/** A model call, with the view that its prompt was written from. */
export interface ScriptedCall extends ModelCall {
  readonly view: SeatView
}

/** Called with the call and the number of earlier calls to this model. */
export type Script = (call: ScriptedCall, index: number) => ScriptedReply

export interface ScriptedModel extends Model {
  /** All calls so far, in order. */
  readonly calls: readonly ScriptedCall[]
}

export interface ScriptedModelOptions {
  /** The model name for seats, such as "test/voter". */
  readonly id: string
  /** A function, or the replies in order; the last one repeats. */
  readonly replies: Script | readonly ScriptedReply[]
  /** Whether the model supports structured output, so that votes are requested as objects. */
  readonly structured?: boolean
  /** Adds support for embeddings. */
  readonly embed?: Model["embed"]
}

/** A model for tests with scripted replies that records its calls. */
export function scriptedModel({ id, replies, structured = false, embed }: ScriptedModelOptions): ScriptedModel {
  const calls: ScriptedCall[] = []
  const script: Script =
    typeof replies === "function" ? replies : (_, index) => replies[Math.min(index, replies.length - 1)]!
  return {
    id,
    structured,
    calls,
    ...(embed && { embed }),
    async *stream(call, signal): AsyncGenerator<ModelPart> {
      const scriptedCall = {
        ...call,
        get view() {
          const view = sourceOf(call.prompt)
          if (!view) throw new Error("this prompt was not written from a view, so it has none")
          return view
        },
      }
      const reply = script(scriptedCall, calls.push(scriptedCall) - 1)
      const response = typeof reply === "string" ? { chunks: [reply] } : reply
      const { chunks, reasoning, finishReason = "stop", usage, ends } = response
      if (reasoning !== undefined) yield { type: "reasoning", text: reasoning }
      for (const text of chunks) yield { type: "text", text }
      if (ends === "cut") return
      if (ends === "hang") await aborted(signal)
      if (ends instanceof ConclaveError) throw ends
      yield { type: "finish", reason: finishReason, usage: usage ?? estimateUsage(call.prompt, chunks.join("")) }
    },
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  const error = () => new ConclaveError("ABORTED", "the call was aborted")
  return new Promise((_, reject) => {
    if (signal.aborted) reject(error())
    else signal.addEventListener("abort", () => reject(error()), { once: true })
  })
}
