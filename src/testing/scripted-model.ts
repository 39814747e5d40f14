import type { FinishReason } from "../core/discussion/turn.ts"
import type { TokenUsage } from "../core/discussion/usage.ts"
import { ConclaveError } from "../core/errors.ts"
import { estimateUsage, type SeatView, sourceOf } from "../core/prompting/seat-view.ts"
import type { Model, ModelCall, ModelPart } from "../ports/model.ts"

/** What a scripted model does when it is asked: says a text, or behaves as models sometimes do. */
export type ScriptedReply =
  | string
  | {
      /** What it says, piece by piece. */
      readonly chunks: readonly string[]
      /** Thought before the chunks are said. */
      readonly reasoning?: string
      /** Why it stopped; `stop` unless given. */
      readonly finishReason?: FinishReason
      /** What it used; estimated from the texts unless given. */
      readonly usage?: TokenUsage
      /** `cut`: the stream ends without a finish; `hang`: it never goes on; an error is thrown after the chunks. */
      readonly ends?: "cut" | "hang" | ConclaveError
    }

/** A question, with what its prompt was written from. */
export interface ScriptedCall extends ModelCall {
  readonly view: SeatView
}

/** Called with the question and how many came before it to this model. */
export type Script = (call: ScriptedCall, index: number) => ScriptedReply

export interface ScriptedModel extends Model {
  /** Every question it was asked, in order. */
  readonly calls: readonly ScriptedCall[]
}

export interface ScriptedModelOptions {
  /** By which seats name it, such as "test/voter". */
  readonly id: string
  /** A function, or the replies in order; the last one repeats. */
  readonly replies: Script | readonly ScriptedReply[]
  /** Whether votes are asked for as objects. */
  readonly structured?: boolean
  /** Has it embed texts. */
  readonly embed?: Model["embed"]
}

/** A model for tests: says what it is told to, and remembers what it was asked. */
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
      const asked = {
        ...call,
        get view() {
          const view = sourceOf(call.prompt)
          if (!view) throw new Error("this prompt was not written from a view")
          return view
        },
      }
      const reply = script(asked, calls.push(asked) - 1)
      const told = typeof reply === "string" ? { chunks: [reply] } : reply
      const { chunks, reasoning, finishReason = "stop", usage, ends } = told
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
  const error = () => new ConclaveError("ABORTED", "the call was called off")
  return new Promise((_, reject) => {
    if (signal.aborted) reject(error())
    else signal.addEventListener("abort", () => reject(error()), { once: true })
  })
}
