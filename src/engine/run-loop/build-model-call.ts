import { getSeat } from "../../core/discussion/seat-queries.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { seatsMayOpenSubDiscussions } from "../../core/discussion/sub-discussion.ts"
import { buildSeatView } from "../../core/prompting/build-seat-view.ts"
import { writePrompt } from "../../core/prompting/write-prompt.ts"
import { mayPass } from "../../core/speaking/may-pass.ts"
import type { Model, ModelCall } from "../../ports/model.ts"

export interface PreparedCall {
  readonly modelCall: ModelCall
  /** Where we cut the answer ourselves: some providers ignore stop sequences, and most limit how many there may be. */
  readonly stopTexts: readonly string[]
}

/** Everything a model is given for one call. */
export function buildModelCall(state: DiscussionState, call: OpenCall, model: Model): PreparedCall {
  const { settings } = state.table.format
  const seat = getSeat(state, call.seat)
  const view = buildSeatView(state, call)
  const isVote = call.purpose === "vote" || call.purpose === "choose"
  const stop = stopSequences(state, call)
  const modelCall: ModelCall = {
    prompt: writePrompt(state, view, model.structured),
    view,
    temperature: isVote ? settings.voteTemperature : (seat.options?.temperature ?? settings.temperature),
    maxTokens: isVote ? settings.voteMaxTokens : (seat.options?.maxTokens ?? settings.maxTokens),
    stop,
    seed: state.table.seed,
    ...(state.table.startedBy !== undefined && { startedBy: state.table.startedBy }),
  }
  return { modelCall, stopTexts: stop.length > 0 ? [...stop, ...speakerLabels(state)] : [] }
}

/** Only spoken turns have them, and not where a marker may be said: `[` would swallow `[PASS]` and the like. */
function stopSequences(state: DiscussionState, call: OpenCall): readonly string[] {
  const { settings } = state.table.format
  if (call.purpose !== "turn" || mayPass(state) || seatsMayOpenSubDiscussions(settings)) return []
  return getSeat(state, call.seat).options?.stop ?? settings.stop
}

/** A seat that goes on as somebody else is cut where the other would begin. */
function speakerLabels(state: DiscussionState): readonly string[] {
  return state.seats.map((seat) => `\n${seat.name}:`)
}
