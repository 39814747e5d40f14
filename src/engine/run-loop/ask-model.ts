import { remainingMs } from "../../core/deciding/stop-rules.ts"
import { seatOf } from "../../core/discussion/seats-of.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import { estimateUsage } from "../../core/prompting/estimate-usage.ts"
import type { Reply } from "../../core/settle.ts"
import { StopCutter } from "../../core/speaking/stop-sequences.ts"
import { TextCleaner } from "../../core/text.ts"
import type { Model, ModelPart } from "../../ports/model.ts"
import type { EngineContext } from "../context.ts"
import { CallLimit } from "./call-limit.ts"
import { eachUntilAborted } from "./each-until-aborted.ts"
import { questionFor } from "./question-for.ts"

export interface Asking {
  readonly context: EngineContext
  readonly state: DiscussionState
  readonly call: OpenCall
  readonly signal: AbortSignal
}

/** Asks one seat's model once and says what came of it. Never throws; undefined where it was called off. */
export async function askModel({ context, state, call, signal }: Asking): Promise<Reply | undefined> {
  const { turnTimeoutMs, timeoutGrowth } = state.table.format.settings
  const limit = new CallLimit(context.clock, signal, {
    delayMs: call.delayMs,
    callMs: turnTimeoutMs * timeoutGrowth ** call.timeouts,
    totalMs: remainingMs(state, context.clock.now()),
  })
  try {
    await limit.begin()
    const model = context.models.find(seatOf(state, call.seat).model ?? "")
    return await listen({ context, state, call, signal: limit.signal }, model)
  } catch (error) {
    return signal.aborted ? undefined : failure(limit.exceeded ?? error)
  } finally {
    limit.lift()
  }
}

async function listen({ context, state, call, signal }: Asking, model: Model): Promise<Reply> {
  const { question, cuts } = questionFor(state, call, model)
  const cleaner = new TextCleaner()
  const cutter = new StopCutter(cuts)
  const { id: turnId, seat: role, attempt } = call
  const isSpoken = call.purpose === "turn" || call.purpose === "synthesis"
  const live = isSpoken ? context.live.begin(state.id, { role, turnId, attempt }) : undefined
  let text = ""
  const hear = (words: string) => {
    if (words === "") return
    text += words
    live?.say(words)
  }
  let finish: Extract<ModelPart, { type: "finish" }> | undefined
  try {
    await eachUntilAborted(model.stream(question, signal), signal, (part) => {
      if (part.type === "text") hear(cutter.push(cleaner.push(part.text)))
      else if (part.type === "finish") finish = part
      return finish === undefined && !cutter.stopped
    })
    hear(cutter.push(cleaner.end()))
    hear(cutter.end())
  } finally {
    live?.end()
  }
  if (cutter.stopped) {
    const usage = finish?.usage ?? estimateUsage(question.prompt, text)
    return { kind: "said", text, finishReason: "stop_sequence", usage, modelId: model.id }
  }
  if (!finish) {
    const message = `${model.id} broke off before the end of its answer`
    throw new ConclaveError("PROVIDER_ERROR", message, { recoverable: true })
  }
  return { kind: "said", text, finishReason: finish.reason, usage: finish.usage, modelId: model.id }
}

/** What is not ours may carry a key in its message, so only its kind is passed on. */
function failure(error: unknown): Reply {
  if (!(error instanceof ConclaveError)) {
    const kind = error instanceof Error && /^\w{1,40}$/.test(error.name) ? error.name : "unknown"
    const message = `the model's adapter failed unexpectedly (${kind})`
    return { kind: "failed", error: { code: "UNKNOWN", message, recoverable: false }, usage: noUsage }
  }
  const { retryAfterMs } = error
  return { kind: "failed", error: error.toJSON(), usage: noUsage, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}
