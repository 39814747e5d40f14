import type { NewEvent } from "../../core/discussion/event.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import type { Turn } from "../../core/discussion/turn.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import { roundSimilarity } from "../../core/speaking/novelty.ts"
import { remainingMs, splitContributions } from "../../core/steps/stop-rules.ts"
import { errorDetail } from "../calls/ask-model.ts"
import { CallLimit } from "../calls/call-limit.ts"
import type { EngineContext } from "../context.ts"

/** Embedding models take so much at a time; the beginning of a longer statement stands for it. */
const maxTextLength = 6_000

interface MeasureNoveltyInput {
  readonly context: EngineContext
  readonly state: DiscussionState
  readonly model: string
  /** By turn, so that each is embedded once as long as one process runs the discussion. */
  readonly known: Map<string, readonly number[]>
  readonly signal: AbortSignal
}

export type NoveltyMeasuredEvent = Extract<NewEvent, { type: "novelty_measured" }>

/** Measures how new the round is in meaning. Never throws: where it cannot, the event says why and words decide. */
export async function measureNovelty(input: MeasureNoveltyInput): Promise<NoveltyMeasuredEvent> {
  const { context, state, model: modelId, known, signal } = input
  const round = state.round!
  const { turnTimeoutMs: callMs } = state.table.format.settings
  const totalMs = remainingMs(state, context.clock.now())
  const limit = new CallLimit(context.clock, signal, { callMs, firstTokenMs: callMs, idleMs: callMs, totalMs })
  const about = { roundNumber: round.number, modelId }
  try {
    limit.begin()
    const model = context.models.find(modelId)
    if (!model.embed) throw new ConclaveError("MODEL_UNAVAILABLE", `${modelId} has no embeddings`)
    const { fresh, before } = splitContributions(state, round)
    const missing = [...before, ...fresh].filter(({ id }) => !known.has(id))
    const texts = missing.map(({ content }) => content.slice(0, maxTextLength).toWellFormed())
    const { startedBy } = state.table
    const call = { texts, discussionId: state.id, ...(startedBy !== undefined && { startedBy }) }
    const { vectors, usage } = await rejectOnAbort(model.embed(call, limit.signal), limit.signal)
    for (const [index, { id }] of missing.entries()) known.set(id, vectors[index]!)
    const vectorOf = ({ id }: Turn) => known.get(id)!
    const similarity = roundSimilarity(fresh.map(vectorOf), before.map(vectorOf))
    return { type: "novelty_measured", data: { ...about, similarity, tokenUsage: usage } }
  } catch (error) {
    const detail = errorDetail(limit.exceeded ?? error)
    return { type: "novelty_measured", data: { ...about, similarity: null, tokenUsage: noUsage, error: detail } }
  } finally {
    limit.dispose()
  }
}

/** One that does not listen to the signal is not waited for. */
function rejectOnAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener("abort", leave, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave))
  })
}
