import { getSeat, modelForCall } from "../../core/discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { seatsMayOpenSubDiscussions } from "../../core/discussion/sub-discussion.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { buildSeatView } from "../../core/prompting/build-seat-view.ts"
import type { Ask } from "../../core/prompting/seat-view.ts"
import { writePrompt } from "../../core/prompting/write-prompt.ts"
import { recordObjectSchema } from "../../core/recording/record-draft.ts"
import type { Reply } from "../../core/settle.ts"
import { mayPass } from "../../core/speaking/read-pass.ts"
import { asksForStance } from "../../core/speaking/stance-line.ts"
import { isSpeakingCall } from "../../core/steps/retry-call.ts"
import { recordTokens, remainingMs } from "../../core/steps/stop-rules.ts"
import type { Model, ModelCall } from "../../ports/model.ts"
import { askModel, type PreparedCall } from "../calls/ask-model.ts"
import { callLimits } from "../calls/call-limit.ts"
import { type EngineContext, guarded } from "../context.ts"

/** Calls a seat's model once and streams its text to watchers. Never throws; undefined if the call was cancelled. */
export function askSeat(
  context: EngineContext,
  state: DiscussionState,
  call: OpenCall,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  const { models, clock, live } = context
  const { id: turnId, seat, attempt, delayMs } = call
  const isSpoken = isSpeakingCall(call)
  return askModel({
    models,
    clock,
    modelId: modelForCall(state, call) ?? "",
    prepare: (model) => guarded(context, state.id, () => buildModelCall(state, call, model)),
    limits: { ...callLimits(state.table.format.settings, call.timeouts), totalMs: remainingMs(state, clock.now()) },
    delayMs,
    signal,
    openOutput: isSpoken ? () => live.begin(state.id, { seat, turnId, attempt }) : undefined,
  })
}

function buildModelCall(state: DiscussionState, call: OpenCall, model: Model): PreparedCall {
  const { format, startedBy, traceparent } = state.table
  const { settings } = format
  const seat = getSeat(state, call.seat)
  const { permissions, effort, providerOptions } = seat.options ?? {}
  const view = buildSeatView(state, call)
  const isSpoken = isSpeakingCall(call)
  const stop = stopSequences(state, call)
  const modelCall: ModelCall = {
    discussionId: state.id,
    label: `${seat.name}'s ${view.ask.kind} in round ${view.round}, attempt ${view.attempt}`,
    prompt: writePrompt(state, view, model.structured),
    ...answerForm(view.ask),
    temperature:
      isSpoken || call.purpose === "baseline"
        ? (seat.options?.temperature ?? settings.temperature)
        : settings.voteTemperature,
    maxTokens: maxTokens(state, call),
    stop,
    seed: view.seed,
    ...omitUndefined({ permissions, effort, providerOptions, startedBy, traceparent }),
    ...(isSpoken && { turnId: call.id }),
  }
  const holdsStance = call.purpose === "turn" && asksForStance(state)
  return { modelCall, stopTexts: stop.length > 0 ? [...stop, ...speakerLabels(state)] : [], holdsStance }
}

function maxTokens(state: DiscussionState, call: OpenCall): number {
  const { settings } = state.table.format
  if (call.purpose === "record") return recordTokens(state)
  const own = getSeat(state, call.seat).options?.maxTokens ?? settings.maxTokens
  if (call.purpose === "vote" || call.purpose === "choose") return settings.voteMaxTokens
  if (call.purpose === "interjection") return Math.min(own, settings.voteMaxTokens)
  return own
}

function answerForm(ask: Ask): Pick<ModelCall, "voteForm" | "voteOptions" | "objectSchema"> {
  if (ask.kind === "record") return { objectSchema: { name: "record", schema: recordObjectSchema(ask.findings) } }
  if (ask.kind !== "vote" || ask.alone) return {}
  if (ask.asks !== "choice") return { voteForm: "yes-no" }
  return { voteForm: ask.form ?? "single", voteOptions: ask.options }
}

/** Only for turns, and not where markers are allowed: the stop sequence `[` would swallow `[PASS]`. */
function stopSequences(state: DiscussionState, call: OpenCall): readonly string[] {
  const { settings } = state.table.format
  if (call.purpose !== "turn" || mayPass(state) || seatsMayOpenSubDiscussions(settings)) return []
  return getSeat(state, call.seat).options?.stop ?? settings.stop
}

/** Cuts a model that continues the transcript as another speaker. */
function speakerLabels(state: DiscussionState): readonly string[] {
  return state.seats.map((seat) => `\n${seat.name}:`)
}
