import type { SeatView } from "../../core/prompting/seat-view.ts"
import { ballotAnswer } from "./ballot.ts"
import { chance } from "./dice.ts"
import { phraseBook } from "./phrases/index.ts"
import { isDebate, partOf } from "./roles.ts"
import { type Scene, sceneOf } from "./scene.ts"
import { queenAlone, synthesis } from "./synthesis.ts"
import { advocateTurn } from "./turns/advocate.ts"
import { assemblyTurn } from "./turns/assembly.ts"
import { debateTurn, verdict } from "./turns/debate.ts"
import { duetTurn } from "./turns/duet.ts"
import { facilitatorTurn } from "./turns/facilitator.ts"
import { hiveTurn } from "./turns/hive.ts"
import { panelTurn } from "./turns/panel.ts"
import { mayEndWithPass, passWords, wantsToPass } from "./turns/passing.ts"
import { authorTurn, decisionLetter, reviewerTurn } from "./turns/review.ts"

function turn(scene: Scene): string {
  const { view } = scene
  if (view.seat.role === "queen") return scene.others.length === 0 ? queenAlone(scene) : synthesis(scene)
  if (wantsToPass(scene)) return passWords(scene)
  const part = inPart(scene)
  if (part !== undefined) return part
  switch (view.promptStyle) {
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

/** What a seat says whose role is one of those that tables give. */
function inPart(scene: Scene): string | undefined {
  const part = partOf(scene.view.seat)
  switch (part) {
    case "pro":
    case "con":
      return isDebate(scene.view) ? debateTurn(scene, part) : undefined
    case "reviewer":
      return scene.view.promptStyle === "hive" ? undefined : reviewerTurn(scene)
    case "author":
      return authorTurn(scene)
    case "facilitator":
      return facilitatorTurn(scene)
    case "advocate":
      return scene.view.promptStyle === "hive" ? undefined : advocateTurn(scene)
    default:
      return undefined
  }
}

function closingWords(scene: Scene): string {
  const part = partOf(scene.view.seat)
  if (part === "judge" && isDebate(scene.view)) return verdict(scene)
  return (part === "editor" ? decisionLetter(scene) : "") || synthesis(scene)
}

/** Whoever has said least and did not speak last. */
function nextSpeaker(scene: Scene, candidates: readonly string[]): string {
  const { view } = scene
  const turns = view.entries.slice(-40).flatMap((entry) => (entry.kind === "turn" ? [entry.turn.seat] : []))
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
      return closingWords(scene)
    case "vote":
      return ballotAnswer(scene, model.structured)
    case "choose":
      return nextSpeaker(scene, view.ask.candidates)
  }
}
