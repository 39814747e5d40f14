import type { NewEvent } from "../../core/discussion/event.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import type { Turn } from "../../core/discussion/turn.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { Step } from "../../core/next-step.ts"
import { cosine, roundSimilarity } from "../../core/speaking/novelty.ts"
import { comparedPositions, sharedPositions } from "../../core/steps/rounds.ts"
import { remainingMs, splitContributions } from "../../core/steps/stop-rules.ts"
import { errorDetail, rejectOnAbort } from "../calls/ask-model.ts"
import { CallLimit } from "../calls/call-limit.ts"
import type { EngineContext } from "../context.ts"

/** Embedding models have an input limit; only the beginning of a longer statement is embedded. */
const maxTextLength = 6_000

export type MeasureStep = Extract<Step, { kind: "measure" }>

/** Vectors by turn or position: each is embedded once per run. */
export type KnownVectors = Map<string, readonly number[]>

interface MeasureInput {
  readonly context: EngineContext
  readonly state: DiscussionState
  readonly step: MeasureStep
  readonly known: KnownVectors
  readonly signal: AbortSignal
}

export type MeasuredEvent = Extract<NewEvent, { type: "novelty_measured" | "positions_compared" }>

/** Measures a round with an embedding model. Never throws: on failure the event carries the error and words are compared. */
export async function measureRound(input: MeasureInput): Promise<MeasuredEvent> {
  const { context, state, step, signal } = input
  const { turnTimeoutMs: callMs } = state.table.format.settings
  const totalMs = remainingMs(state, context.clock.now())
  const limit = new CallLimit(context.clock, signal, { callMs, firstTokenMs: callMs, idleMs: callMs, totalMs })
  const about = { roundNumber: step.round, modelId: step.model }
  const isNovelty = step.of === "novelty"
  try {
    limit.begin()
    const measured = await (isNovelty ? measureNovelty : comparePositions)({ ...input, signal: limit.signal })
    return { ...measured, data: { ...about, ...measured.data } } as MeasuredEvent
  } catch (error) {
    const failed = { ...about, tokenUsage: noUsage, error: errorDetail(limit.exceeded ?? error) }
    return isNovelty
      ? { type: "novelty_measured", data: { ...failed, similarity: null } }
      : { type: "positions_compared", data: { ...failed, positions: [] } }
  } finally {
    limit.dispose()
  }
}

async function measureNovelty(input: MeasureInput) {
  const { fresh, before } = splitContributions(input.state, input.state.round!)
  const texts = new Map([...before, ...fresh].map(({ id, content }) => [id, content]))
  const { vectorOf, tokenUsage } = await embed(input, texts)
  const vectors = (turns: readonly Turn[]) => turns.map(({ id }) => vectorOf(id))
  const similarity = roundSimilarity(vectors(fresh), vectors(before))
  return { type: "novelty_measured", data: { similarity, tokenUsage } } as const
}

async function comparePositions(input: MeasureInput) {
  const { state } = input
  const texts = new Map(comparedPositions(state, state.round!).map((position) => [`position ${position}`, position]))
  const { vectorOf, tokenUsage } = await embed(input, texts)
  const similarity = (a: string, b: string) => cosine(vectorOf(`position ${a}`), vectorOf(`position ${b}`))
  const positions = sharedPositions(state, state.round!, similarity)
  return { type: "positions_compared", data: { positions, tokenUsage } } as const
}

async function embed({ context, state, step, known, signal }: MeasureInput, texts: ReadonlyMap<string, string>) {
  const model = context.models.find(step.model)
  if (!model.embed)
    throw new ConclaveError(
      "MODEL_UNAVAILABLE",
      `${step.model} has no embeddings; name an embedding model in options.noveltyModel or options.stanceModel`,
    )
  const missing = [...texts].filter(([key]) => !known.has(key))
  const { startedBy } = state.table
  const call = {
    texts: missing.map(([, text]) => text.slice(0, maxTextLength).toWellFormed()),
    discussionId: state.id,
    ...(startedBy !== undefined && { startedBy }),
  }
  const { vectors, usage } = await rejectOnAbort(model.embed(call, signal), signal)
  for (const [index, [key]] of missing.entries()) known.set(key, vectors[index]!)
  return { vectorOf: (key: string) => known.get(key)!, tokenUsage: usage }
}
