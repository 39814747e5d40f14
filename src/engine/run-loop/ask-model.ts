import { remainingMs } from "../../core/deciding/stop-rules.ts"
import { modelFor } from "../../core/discussion/seats-of.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { Settings } from "../../core/formats/settings.ts"
import type { Reply } from "../../core/settle.ts"
import type { Model, ModelPart } from "../../ports/model.ts"
import type { EngineContext } from "../context.ts"
import { CallLimit } from "./call-limit.ts"
import { eachUntilAborted } from "./each-until-aborted.ts"
import { errorDetail } from "./error-detail.ts"
import { HeardAnswer } from "./heard-answer.ts"
import { questionFor } from "./question-for.ts"

export interface Asking {
  readonly context: EngineContext
  readonly state: DiscussionState
  readonly call: OpenCall
  readonly signal: AbortSignal
}

/** Why a call is ended where somebody cut in: what was heard of it until then is the answer. */
export const cutIn = new ConclaveError("ABORTED", "somebody cut in")

/** Asks one seat's model once and says what came of it. Never throws; undefined where it was called off. */
export async function askModel({ context, state, call, signal }: Asking): Promise<Reply | undefined> {
  const limit = new CallLimit(context.clock, signal, {
    ...limitsOf(state.table.format.settings, call.timeouts),
    totalMs: remainingMs(state, context.clock.now()),
  })
  let leave = () => {}
  let heard: HeardAnswer | undefined
  try {
    await limit.wait(call.delayMs)
    const model = context.models.find(modelFor(state, call) ?? "")
    const question = questionFor(state, call, model)
    if (model.admit) leave = await model.admit(question.question, limit.signal)
    const live = liveTurn(context, state, call)
    heard = new HeardAnswer(question, (words) => live?.say(words))
    try {
      limit.begin()
      const finish = await listen(model, model.stream(question.question, limit.signal), heard, limit)
      return { kind: "said", text: heard.text, modelId: model.id, ...finish }
    } finally {
      live?.end()
    }
  } catch (error) {
    if (signal.reason === cutIn) return heardSoFar(heard, modelFor(state, call))
    return signal.aborted ? undefined : failure(limit.exceeded ?? error, heard?.estimatedUsage ?? noUsage)
  } finally {
    limit.lift()
    leave()
  }
}

function heardSoFar(heard: HeardAnswer | undefined, modelId: string | undefined): Reply {
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

function liveTurn({ live }: EngineContext, state: DiscussionState, call: OpenCall) {
  const { id: turnId, seat, attempt, purpose } = call
  return purpose === "turn" || purpose === "synthesis"
    ? live.begin(state.id, { role: seat, turnId, attempt })
    : undefined
}

type Finish = Extract<ModelPart, { type: "finish" }>

async function listen(model: Model, answer: AsyncIterable<ModelPart>, heard: HeardAnswer, limit: CallLimit) {
  let finish: Finish | undefined
  await eachUntilAborted(answer, limit.signal, (part) => {
    limit.heard()
    if (part.type === "text") heard.push(part.text)
    else if (part.type === "reasoning") heard.think(part.text)
    else finish = part
    return finish === undefined && !heard.stopped
  })
  heard.end()
  const { reasoning } = heard
  const thought = reasoning !== undefined && { reasoning }
  if (heard.stopped) {
    return { finishReason: "stop_sequence" as const, usage: finish?.usage ?? heard.estimatedUsage, ...thought }
  }
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
