import { seatOf } from "../../core/discussion/seats-of.ts"
import type { DiscussionState, OpenCall } from "../../core/discussion/state.ts"
import { seatsMayOpen } from "../../core/discussion/sub-discussion.ts"
import type { Ask } from "../../core/prompting/seat-view.ts"
import { viewOf } from "../../core/prompting/view-of.ts"
import { writePrompt } from "../../core/prompting/write-prompt.ts"
import { mayPass } from "../../core/speaking/may-pass.ts"
import type { Model, ModelCall } from "../../ports/model.ts"

export interface Question {
  readonly question: ModelCall
  /** Where we cut the answer ourselves: some providers ignore stop sequences, and most limit how many there may be. */
  readonly cuts: readonly string[]
}

/** Everything a model is given for one call. */
export function questionFor(state: DiscussionState, call: OpenCall, model: Model): Question {
  const { settings } = state.table.format
  const seat = seatOf(state, call.seat)
  const view = viewOf(state, call)
  const isVote = call.purpose === "vote" || call.purpose === "choose"
  const stop = stopSequences(state, call)
  const question: ModelCall = {
    discussionId: state.id,
    label: `${seat.name}'s ${view.ask.kind} in round ${view.round}, attempt ${view.attempt}`,
    prompt: writePrompt(state, view, model.structured),
    ...voteForm(view.ask),
    temperature: isVote ? settings.voteTemperature : (seat.options?.temperature ?? settings.temperature),
    maxTokens: isVote ? settings.voteMaxTokens : (seat.options?.maxTokens ?? settings.maxTokens),
    stop,
    seed: state.table.seed,
    ...(state.table.startedBy !== undefined && { startedBy: state.table.startedBy }),
  }
  return { question, cuts: stop.length > 0 ? [...stop, ...speakerLabels(state)] : [] }
}

function voteForm(ask: Ask): Pick<ModelCall, "voteForm"> {
  if (ask.kind !== "vote") return {}
  return { voteForm: ask.asks === "choice" ? (ask.form ?? "single") : "yes-no" }
}

/** Only spoken turns have them, and not where a marker may be said: `[` would swallow `[PASS]` and the like. */
function stopSequences(state: DiscussionState, call: OpenCall): readonly string[] {
  const { settings } = state.table.format
  if (call.purpose !== "turn" || mayPass(state) || seatsMayOpen(settings)) return []
  return seatOf(state, call.seat).options?.stop ?? settings.stop
}

/** A seat that goes on as somebody else is cut where the other would begin. */
function speakerLabels(state: DiscussionState): readonly string[] {
  return state.seats.map((seat) => `\n${seat.name}:`)
}
