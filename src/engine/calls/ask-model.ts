import { noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { ConclaveError, type ErrorDetail } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import type { Reply } from "../../core/settle.ts"
import { StanceFilter } from "../../core/speaking/stance-line.ts"
import type { Clock } from "../../ports/clock.ts"
import type { Model, ModelCall, ModelPart, Models } from "../../ports/model.ts"
import type { LiveTurns } from "../live/live-turns.ts"
import { CallLimit, type CallLimits } from "./call-limit.ts"
import { ResponseBuffer } from "./response-buffer.ts"

interface AskModelInput {
  readonly models: Models
  readonly clock: Clock
  readonly modelId: string
  readonly prepare: (model: Model) => PreparedCall
  readonly limits: CallLimits
  readonly delayMs?: number
  readonly signal: AbortSignal
  /** Called when the model is about to be asked; gets the words as they come. */
  readonly openOutput?: (() => ReturnType<LiveTurns["begin"]> | undefined) | undefined
}

export interface PreparedCall {
  readonly modelCall: ModelCall
  /** Where we cut the answer ourselves: some providers ignore stop sequences, and most limit how many there may be. */
  readonly stopTexts: readonly string[]
  /** Watchers do not get a last line that states a stance: it is no part of the turn's words. */
  readonly holdsStance?: boolean
}

/** Why a call is ended where somebody cut in: what was heard of it until then is the answer. */
export const interruptReason = new ConclaveError("ABORTED", "the turn was interrupted")

/**
 * Asks a model once and says what came of it: waits for a place where it takes only so many calls, keeps to the limits,
 * cleans and cuts the answer. Never throws; undefined where it was called off.
 */
export async function askModel(input: AskModelInput): Promise<Reply | undefined> {
  const { models, clock, modelId, prepare, signal } = input
  const limit = new CallLimit(clock, signal, input.limits)
  let release = () => {}
  let buffer: ResponseBuffer | undefined
  try {
    await limit.wait(input.delayMs ?? 0)
    const model = models.find(modelId)
    const prepared = prepare(model)
    const { modelCall } = prepared
    if (model.admit) release = await model.admit(modelCall, limit.signal)
    const output = input.openOutput?.()
    const filter = prepared.holdsStance ? new StanceFilter() : undefined
    buffer = new ResponseBuffer(prepared, (words) => output?.push(filter ? filter.push(words) : words))
    try {
      limit.begin()
      const finish = await readStream(model, model.stream(modelCall, limit.signal), buffer, limit)
      return { kind: "said", text: buffer.text, modelId: model.id, ...finish }
    } finally {
      if (filter) output?.push(filter.flush())
      output?.end()
    }
  } catch (error) {
    if (signal.reason === interruptReason) return partialReply(buffer, modelId)
    return signal.aborted ? undefined : failure(limit.exceeded ?? error, buffer?.estimatedUsage ?? noUsage)
  } finally {
    limit.dispose()
    release()
  }
}

function partialReply(heard: ResponseBuffer | undefined, modelId: string): Reply {
  const { text = "", reasoning, estimatedUsage: usage = noUsage } = heard ?? {}
  const about = omitUndefined({ modelId: modelId || undefined, reasoning })
  return { kind: "said", text, finishReason: "cut", usage, ...about }
}

type Finish = Extract<ModelPart, { type: "finish" }>

async function readStream(model: Model, answer: AsyncIterable<ModelPart>, buffer: ResponseBuffer, limit: CallLimit) {
  let finish: Finish | undefined
  await forEachUntilAborted(answer, limit.signal, (part) => {
    limit.onPart()
    if (part.type === "text") buffer.push(part.text)
    else if (part.type === "reasoning") buffer.pushReasoning(part.text)
    else finish = part
    return finish === undefined && !buffer.stopped && !buffer.isTooLong
  })
  buffer.end()
  const thought = omitUndefined({ reasoning: buffer.reasoning })
  if (buffer.stopped || buffer.isTooLong) {
    const finishReason = buffer.stopped ? ("stop_sequence" as const) : ("length" as const)
    return { finishReason, usage: finish?.usage ?? buffer.estimatedUsage, ...thought }
  }
  if (!finish) {
    const message = `${model.id} broke off before the end of its answer`
    throw new ConclaveError("PROVIDER_ERROR", message, { recoverable: true })
  }
  const { reason: finishReason, usage, reportedModel } = finish
  return { finishReason, usage, ...omitUndefined({ reportedModel }), ...thought }
}

/**
 * Hands every item of a stream on until `onItem` returns false, or throws when the signal is aborted. A source that
 * ignores the signal is left behind, not waited for. A plain loop: a generator would double what a chunk costs.
 */
async function forEachUntilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal, onItem: (item: T) => boolean) {
  const iterator = source[Symbol.asyncIterator]()
  let finished = false
  let rejectNext: (reason: unknown) => void = () => {}
  const onAbort = () => rejectNext(signal.reason)
  signal.addEventListener("abort", onAbort, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const result = await new Promise<IteratorResult<T>>((resolve, reject) => {
        rejectNext = reject
        iterator.next().then(resolve, reject)
      })
      finished = result.done === true
      if (result.done || !onItem(result.value)) return
    }
  } finally {
    signal.removeEventListener("abort", onAbort)
    if (!finished) iterator.return?.()?.catch(() => {}) // its failure to close concerns nobody any more
  }
}

function failure(error: unknown, usage: TokenUsage): Reply {
  const retryAfterMs = error instanceof ConclaveError ? error.retryAfterMs : undefined
  return { kind: "failed", error: errorDetail(error), usage, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** What is not ours may carry a key in its message, so only its kind is passed on. */
export function errorDetail(error: unknown): ErrorDetail {
  if (error instanceof ConclaveError) return error.toJSON()
  const kind = error instanceof Error && /^\w{1,40}$/.test(error.name) ? error.name : "unknown"
  return { code: "UNKNOWN", message: `the model's adapter failed unexpectedly (${kind})`, recoverable: false }
}
