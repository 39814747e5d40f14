import { ConclaveError } from "../../core/errors.ts"
import type { EmbedCall, EmbedResult, Model, ModelCall, ModelPart, Models } from "../../ports/model.ts"
import {
  callKey,
  embeddingKey,
  type RecordedCall,
  type RecordedEmbedding,
  type Recording,
  RepeatCounter,
} from "./recording.ts"

/** `replay/<model>` for every model in a recording: repeats the recorded answer to the same request, in any discussion. */
export function replayModels({ calls }: Recording): readonly Model[] {
  const found = recordedCalls(calls)
  const models = new Map(calls.map(({ model, structured }) => [model, structured]))
  return [...models].map(([model, structured]) => ({
    id: `replay/${model}`,
    structured,
    stream: (call) => replayCall(found(model, call), call),
  }))
}

/** The models of one recorded discussion under their own names, answering in the recorded order. */
export function sequentialReplayModels(
  calls: readonly RecordedCall[],
  embeddings: readonly RecordedEmbedding[] = [],
): Models {
  const found = recordedCalls(calls)
  const inOrder = new CallSequence(calls)
  const asked = new WeakMap<ModelCall, RecordedCall>()
  const structured = new Map(calls.map((call) => [call.model, call.structured]))
  return {
    find(name) {
      return {
        id: name,
        structured: structured.get(name) ?? false,
        async admit(call, signal) {
          try {
            const recorded = found(name, call)
            asked.set(call, recorded)
            return await inOrder.waitForTurn(recorded, signal)
          } catch (error) {
            // The discussion deviates from the recording, so its order no longer applies.
            if (!signal.aborted) inOrder.abandon()
            throw error
          }
        },
        stream: (call) => replayCall(asked.get(call) ?? found(name, call), call),
        embed: async (call) => replayedEmbedding(name, call, embeddings),
      }
    },
  }
}

function replayedEmbedding(name: string, call: EmbedCall, embeddings: readonly RecordedEmbedding[]): EmbedResult {
  const key = embeddingKey(name, call)
  const recorded = embeddings.find((one) => one.key === key)
  if (!recorded)
    throw new ConclaveError(
      "MODEL_UNAVAILABLE",
      `the recording has no embedding of these texts by ${name}; was it recorded with the same settings?`,
    )
  const { vectors, usage, error } = recorded
  if (error) throw toError(error)
  return { vectors, usage }
}

function toError(error: NonNullable<RecordedCall["error"]>): Error {
  if ("code" in error) return new ConclaveError(error.code, error.message, error)
  return Object.assign(new Error("recorded error"), { name: error.name })
}

function recordedCalls(calls: readonly RecordedCall[]) {
  const byKey = new Map<string, RecordedCall>()
  // If several discussions made the same request, the first answer is used.
  for (const call of calls.toReversed()) byKey.set(`${call.key}/${call.n}`, call)
  const counter = new RepeatCounter()
  return (model: string, call: ModelCall): RecordedCall => {
    const key = callKey(model, call)
    const recorded = byKey.get(`${key}/${counter.next(call.discussionId, key)}`)
    if (recorded) return recorded
    throw new ConclaveError("MODEL_UNAVAILABLE", `the recording has no such call of ${model}: ${call.label}`)
  }
}

async function* replayCall(
  { parts, error, left, model }: RecordedCall,
  { label }: ModelCall,
): AsyncGenerator<ModelPart> {
  yield* parts
  if (error) throw toError(error)
  if (!left) return
  // Gives a caller that stopped here in the recording the chance to stop again.
  await nextEventLoopTick()
  const message = `the recording of ${model} ends here: ${label} was cancelled for a reason that is not recorded`
  throw new ConclaveError("MODEL_UNAVAILABLE", message)
}

class CallSequence {
  readonly #calls: readonly RecordedCall[]
  readonly #done = new Set<RecordedCall>()
  readonly #waiting = new Map<RecordedCall, () => void>()
  #next = 0
  #abandoned = false

  constructor(calls: readonly RecordedCall[]) {
    this.#calls = calls
  }

  async waitForTurn(call: RecordedCall, signal: AbortSignal): Promise<() => void> {
    if (!this.#abandoned && this.#calls[this.#next] !== call) {
      await new Promise<void>((resolve) => {
        this.#waiting.set(call, resolve)
        signal.addEventListener("abort", () => resolve(), { once: true })
      })
    }
    if (signal.aborted) this.#leave(call)
    signal.throwIfAborted()
    // The next answer must wait until this one is stored.
    return () => void nextEventLoopTick().then(() => this.#leave(call))
  }

  abandon(): void {
    this.#abandoned = true
    for (const resume of this.#waiting.values()) resume()
  }

  #leave(call: RecordedCall): void {
    this.#done.add(call)
    while (this.#next < this.#calls.length && this.#done.has(this.#calls[this.#next]!)) this.#next++
    this.#waiting.get(this.#calls[this.#next]!)?.()
  }
}

function nextEventLoopTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
