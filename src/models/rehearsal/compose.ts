import type { SeatView } from "../../core/prompting/seat-view.ts"
import { ballot } from "./ballot.ts"
import { decisionRecord } from "./decision-record.ts"
import { chance } from "./dice.ts"
import { phrasesFor } from "./phrases/index.ts"
import { sampleResult } from "./result.ts"
import { sceneOf } from "./scene.ts"
import { synthesis } from "./synthesis.ts"
import { turn } from "./turn.ts"

/** Whoever has said least and did not speak last. */
function nextSpeaker(view: SeatView, candidates: readonly string[]): string {
  const turns = view.entries.slice(-40).flatMap((entry) => (entry.kind === "turn" ? [entry.turn.seat] : []))
  const weight = (id: string) =>
    turns.filter((seat) => seat === id).length +
    (id === turns.at(-1) ? 100 : 0) +
    chance("next", view.seed, view.round, id) * 0.9
  const [chosen] = candidates.toSorted((a, b) => weight(a) - weight(b))
  return chosen === undefined ? "" : view.shownName(chosen)
}

/** All that a rehearsal model says to one view: a pure function of it. */
export function compose(view: SeatView, model: { readonly id: string; readonly structured: boolean }): string {
  if (view.ask.kind === "choose") return nextSpeaker(view, view.ask.candidates)
  const scene = sceneOf(view, phrasesFor(view.seat.language ?? view.language), model.id)
  switch (view.ask.kind) {
    case "turn":
      return turn(scene)
    case "synthesis":
      return synthesis(scene)
    case "vote":
      return ballot(scene, model.structured)
    case "result":
      return JSON.stringify(sampleResult(view.ask.schema, scene.mine.plan))
    case "record":
      return decisionRecord(scene, view.ask.turns, model.structured)
  }
}
