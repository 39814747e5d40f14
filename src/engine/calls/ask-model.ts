import { noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { ConclaveError, type ErrorDetail } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import type { Reply } from "../../core/settle.ts"
import { StanceFilter } from "../../core/speaking/stance-line.ts"
import type { Clock } from "../../ports/clock.ts"
import type { Model, ModelCall, ModelPart, Models } from "../../ports/model.ts"
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
  /** Opened just before the model is called; receives the text as it streams. */
  readonly openOutput?: (() => AnswerOutput | undefined) | undefined
}

export interface PreparedCall {
  readonly modelCall: ModelCall
  /** We cut at these ourselves: some providers ignore stop sequences, and most limit their number. */
  readonly stopTexts: readonly string[]
  /** Hides the closing stance line from watchers: it is not part of the turn. */
  readonly holdsStance?: boolean
}

interface AnswerOutput {
  push(text: string): void
  end(): void
}

/** Abort reason for an interrupted turn: the text received so far becomes the answer. */
export const interruptReason = new ConclaveError("ABORTED", "the turn was interrupted")

/**
 * Calls a model once: waits for a free slot (`admit`), enforces the limits, cleans and cuts the answer. Never throws;
 * returns undefined if the call was cancelled.
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
    buffer = new ResponseBuffer(prepared, (text) => output?.push(filter ? filter.push(text) : text))
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

function partialReply(received: ResponseBuffer | undefined, modelId: string): Reply {
  const { text = "", reasoning, estimatedUsage: usage = noUsage } = received ?? {}
  const about = omitUndefined({ modelId: modelId || undefined, reasoning })
  return { kind: "said", text, finishReason: "cut", usage, ...about }
}

type Finish = Extract<ModelPart, { type: "finish" }>

/**
 * Reads until the answer is complete or too long; throws when the signal is aborted, without waiting for a model that
 * ignores it. One loop with one listener: another function or promise per chunk costs CPU and memory in every live call.
 */
async function readStream(model: Model, answer: AsyncIterable<ModelPart>, buffer: ResponseBuffer, limit: CallLimit) {
  const { signal } = limit
  const iterator = answer[Symbol.asyncIterator]()
  let isClosed = false
  let finish: Finish | undefined
  const read = async () => {
    while (!finish && !buffer.stopped && !buffer.isTooLong) {
      const { done, value: part } = await iterator.next()
      isClosed = done === true
      if (done || signal.aborted) return
      limit.onPart()
      if (part.type === "text") buffer.push(part.text)
      else if (part.type === "reasoning") buffer.pushReasoning(part.text)
      else finish = part
    }
  }
  try {
    signal.throwIfAborted()
    await rejectOnAbort(read(), signal)
  } finally {
    if (!isClosed) iterator.return?.()?.catch(() => {}) // nobody waits for it to close
  }
  buffer.end()
  const thought = omitUndefined({ reasoning: buffer.reasoning })
  if (buffer.stopped || buffer.isTooLong) {
    const finishReason = buffer.stopped ? ("stop_sequence" as const) : ("length" as const)
    return { finishReason, usage: finish?.usage ?? buffer.estimatedUsage, ...thought }
  }
  if (!finish) {
    const message = `${model.id} ended its answer without a finish reason; the connection was probably cut`
    throw new ConclaveError("PROVIDER_ERROR", message, { recoverable: true })
  }
  const { reason: finishReason, usage, reportedModel } = finish
  return { finishReason, usage, ...omitUndefined({ reportedModel }), ...thought }
}

/** Does not wait for a model that ignores the signal. */
export function rejectOnAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener("abort", onAbort, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort))
  })
}

function failure(error: unknown, usage: TokenUsage): Reply {
  const retryAfterMs = error instanceof ConclaveError ? error.retryAfterMs : undefined
  return { kind: "failed", error: errorDetail(error), usage, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Foreign errors may carry a key in their message, so only their name is passed on. */
export function errorDetail(error: unknown): ErrorDetail {
  if (error instanceof ConclaveError) return error.toJSON()
  const kind = error instanceof Error && /^\w{1,40}$/.test(error.name) ? error.name : "unknown"
  return { code: "UNKNOWN", message: `internal error in the model adapter (${kind})`, recoverable: false }
}
