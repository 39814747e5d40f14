import type { SeatView } from "../../core/prompting/seat-view.ts"
import { ballotAnswer } from "./ballot.ts"
import { chance } from "./dice.ts"
import { phraseBook } from "./phrases/index.ts"
import { type Scene, sceneOf } from "./scene.ts"
import { queenAlone, synthesis } from "./synthesis.ts"
import { assemblyTurn } from "./turns/assembly.ts"
import { duetTurn } from "./turns/duet.ts"
import { hiveTurn } from "./turns/hive.ts"
import { panelTurn } from "./turns/panel.ts"
import { mayEndWithPass, passWords, wantsToPass } from "./turns/passing.ts"

function turn(scene: Scene): string {
  const { view } = scene
  if (view.seat.role === "queen") return scene.others.length === 0 ? queenAlone(scene) : synthesis(scene)
  if (wantsToPass(scene)) return passWords(scene)
  switch (view.voice) {
    // `[` and a blank line end a spoken panel turn, also where a person's words brought them in.
    case "panel":
      return panelTurn(scene)
        .replace(/\[/g, "(")
        .replace(/\]/g, ")")
        .replace(/(speaker)\s*:/gi, "$1,")
        .replace(/\s*\n\s*/g, " ")
    case "hive":
      return mayEndWithPass(scene, hiveTurn(scene))
    case "assembly":
      return assemblyTurn(scene)
    case "duet":
      return duetTurn(scene)
  }
}

/** Whoever has said least and did not speak last. */
function nextSpeaker(scene: Scene, candidates: readonly string[]): string {
  const { view } = scene
  const turns = view.entries.slice(-40).flatMap((entry) => (entry.kind === "turn" ? [entry.turn.role] : []))
  const last = turns[turns.length - 1]
  const weight = (id: string) =>
    turns.filter((role) => role === id).length +
    (id === last ? 100 : 0) +
    chance("next", view.seed, view.round, id) * 0.9
  const [chosen] = candidates.toSorted((a, b) => weight(a) - weight(b))
  return chosen === undefined ? "" : view.shownName(chosen)
}

/** All that a rehearsal model says to one view: a pure function of it. */
export function compose(view: SeatView, model: { readonly id: string; readonly structured: boolean }): string {
  const scene = sceneOf(view, phraseBook(view.seat.language ?? view.language), model.id)
  switch (view.ask.kind) {
    case "turn":
      return turn(scene)
    case "synthesis":
      return synthesis(scene)
    case "vote":
      return ballotAnswer(scene, model.structured)
    case "choose":
      return nextSpeaker(scene, view.ask.candidates)
  }
}
