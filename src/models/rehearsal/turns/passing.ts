import { chance } from "../dice.ts"
import type { Scene } from "../scene.ts"

const byRound = [0, 0, 0.12, 0.42, 0.62, 0.85]

/** Whether the seat has nothing new. From the sixth round on nobody has, so that every table comes to rest. */
export function wantsToPass(scene: Scene): boolean {
  const { view, temperament } = scene
  if (view.ask.kind !== "turn" || !view.ask.mayPass || view.ask.clarify !== undefined) return false
  if (view.round <= 1 || view.ask.first) return false
  const own = view.entries.findLastIndex((entry) => entry.kind === "turn" && entry.turn.seat === view.seat.id)
  const spokenTo = view.entries.findLastIndex((entry) => entry.kind === "interjection") > own
  if (spokenTo) return false
  const likelihood = byRound[view.round]
  if (likelihood === undefined) return true
  return chance("pass", view.seed, view.seat.id, view.round, view.topic) < likelihood + temperament.passes
}

export function passWords(scene: Scene): string {
  const { passes } = scene.book
  return passes[scene.dice.below(passes.length)] ?? "[PASS]"
}

/** Some add that this was all they had. */
export function mayEndWithPass(scene: Scene, text: string): string {
  const { view } = scene
  const may = view.ask.kind === "turn" && view.ask.mayPass && view.round > 1
  return may && text !== "" && scene.dice.next() < 0.08 ? `${text}\n\n[PASS]` : text
}
