import { modelForCall } from "../../core/discussion/seat-queries.ts"
import type { Settings } from "../../core/discussion/settings.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { Reply } from "../../core/settle.ts"
import { remainingMs } from "../../core/steps/stop-rules.ts"
import type { Model, ModelPart } from "../../ports/model.ts"
import type { EngineContext } from "../context.ts"
import { buildModelCall } from "./build-model-call.ts"
import { CallLimit } from "./call-limit.ts"
import { errorDetail } from "./error-detail.ts"
import { forEachUntilAborted } from "./for-each-until-aborted.ts"
import { ResponseBuffer } from "./response-buffer.ts"

export interface AskModelInput {
  readonly context: EngineContext
  readonly state: DiscussionState
  readonly call: OpenCall
  readonly signal: AbortSignal
}

/** Why a call is ended where somebody cut in: what was heard of it until then is the answer. */
export const interruptReason = new ConclaveError("ABORTED", "somebody cut in")

/** Asks one seat's model once and says what came of it. Never throws; undefined where it was called off. */
export async function askModel({ context, state, call, signal }: AskModelInput): Promise<Reply | undefined> {
  const limit = new CallLimit(context.clock, signal, {
    ...limitsOf(state.table.format.settings, call.timeouts),
    totalMs: remainingMs(state, context.clock.now()),
  })
  let release = () => {}
  let buffer: ResponseBuffer | undefined
  try {
    await limit.wait(call.delayMs)
    const model = context.models.find(modelForCall(state, call) ?? "")
    const prepared = buildModelCall(state, call, model)
    if (model.admit) release = await model.admit(prepared.modelCall, limit.signal)
    const live = openLiveTurn(context, state, call)
    buffer = new ResponseBuffer(prepared, (words) => live?.push(words))
    try {
      limit.begin()
      const finish = await readStream(model, model.stream(prepared.modelCall, limit.signal), buffer, limit)
      return { kind: "said", text: buffer.text, modelId: model.id, ...finish }
    } finally {
      live?.end()
    }
  } catch (error) {
    if (signal.reason === interruptReason) return partialReply(buffer, modelForCall(state, call))
    return signal.aborted ? undefined : failure(limit.exceeded ?? error, buffer?.estimatedUsage ?? noUsage)
  } finally {
    limit.dispose()
    release()
  }
}

function partialReply(heard: ResponseBuffer | undefined, modelId: string | undefined): Reply {
  const { text = "", reasoning, estimatedUsage: usage = noUsage } = heard ?? {}
  const about = { ...(modelId !== undefined && { modelId }), ...(reasoning !== undefined && { reasoning }) }
  return { kind: "said", text, finishReason: "cut", usage, ...about }
}

function limitsOf({ turnTimeoutMs, firstTokenTimeoutMs, idleTimeoutMs, timeoutGrowth }: Settings, timeouts: number) {
  const growth = timeoutGrowth ** timeouts
  return {
    callMs: turnTimeoutMs * growth,
    firstTokenMs: firstTokenTimeoutMs * growth,
    idleMs: idleTimeoutMs * growth,
  }
}

function openLiveTurn({ live }: EngineContext, state: DiscussionState, call: OpenCall) {
  const { id: turnId, seat, attempt, purpose } = call
  return purpose === "turn" || purpose === "synthesis"
    ? live.begin(state.id, { role: seat, turnId, attempt })
    : undefined
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
  const { reasoning } = buffer
  const thought = reasoning !== undefined && { reasoning }
  if (buffer.stopped) {
    return { finishReason: "stop_sequence" as const, usage: finish?.usage ?? buffer.estimatedUsage, ...thought }
  }
  if (buffer.isTooLong)
    return { finishReason: "length" as const, usage: finish?.usage ?? buffer.estimatedUsage, ...thought }
  if (!finish) {
    const message = `${model.id} broke off before the end of its answer`
    throw new ConclaveError("PROVIDER_ERROR", message, { recoverable: true })
  }
  return { finishReason: finish.reason, usage: finish.usage, ...thought }
}

function failure(error: unknown, usage: TokenUsage): Reply {
  const retryAfterMs = error instanceof ConclaveError ? error.retryAfterMs : undefined
  return { kind: "failed", error: errorDetail(error), usage, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}
