import type { SeatView } from "../../core/prompting/seat-view.ts"
import { chance } from "./dice.ts"
import { en, type Phrases } from "./phrases/en.ts"
import { sceneOf } from "./scene.ts"
import { synthesis, turn } from "./turn.ts"

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

/** `es-MX` and `zh_CN` are es and zh; a language without phrases is spoken in English. */
export async function phrasesFor(language: string): Promise<Phrases> {
  const base = language.trim().toLowerCase().split(/[-_]/, 1)[0]
  if (base === "es") return (await import("./phrases/es.ts")).es
  return base === "zh" ? (await import("./phrases/zh.ts")).zh : en
}

/** All that a rehearsal model says to one view: a pure function of it. What votes and records need is loaded for them. */
export async function compose(
  view: SeatView,
  model: { readonly id: string; readonly structured: boolean },
): Promise<string> {
  if (view.ask.kind === "choose") return nextSpeaker(view, view.ask.candidates)
  const scene = sceneOf(view, await phrasesFor(view.seat.language ?? view.language), model.id)
  switch (view.ask.kind) {
    case "turn":
      return turn(scene)
    case "synthesis":
      return synthesis(scene)
    case "vote":
      return (await import("./ballot.ts")).ballot(scene, model.structured)
    case "result": {
      const { sampleResult } = await import("./decision-record.ts")
      return JSON.stringify(sampleResult(view.ask.schema, scene.mine.plan))
    }
    case "record":
      return (await import("./decision-record.ts")).decisionRecord(scene, view.ask.turns, model.structured)
  }
}
