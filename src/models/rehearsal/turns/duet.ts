import type { Scene } from "../scene.ts"
import {
  argue,
  because,
  condition,
  doubts,
  flavour,
  joined,
  paragraphs,
  question,
  react,
  type Standing,
  stand,
} from "./moves.ts"
import { fromBriefing, introduceSelf } from "./self.ts"

function opening(scene: Scene): string {
  const [partner] = scene.others
  const terse = scene.temperament.id === "terse"
  const lead = flavour(scene, 0.45)
  const self = terse ? undefined : (introduceSelf(scene) ?? fromBriefing(scene))
  const reaction = scene.dice.next() < 0.8 ? react(scene, partner, doubts(scene)) : undefined
  const standing = stand(scene)
  const why = because(scene)
  const first = terse ? undefined : argue(scene, { linked: scene.temperament.arguments === 2 })
  const asked = question(scene, partner)
  return terse
    ? joined(scene, [lead, reaction, standing.sentence, why])
    : paragraphs(joined(scene, [lead, reaction, standing.sentence, why]), joined(scene, [self, first, asked]))
}

/** What comes after having said where one stands, once the positions are the same. */
function settled(scene: Scene, standing: Standing): string {
  const terse = scene.temperament.id === "terse"
  const { plan } = scene.positions.mine(scene.view.round)
  const rest = [condition(scene, standing.sentence), terse ? undefined : scene.fresh(scene.stepsFor(plan))]
  const closing = standing.how === "moves" && !terse ? question(scene, scene.others[0]) : undefined
  return joined(scene, [standing.sentence, ...rest, closing])
}

/** The same parts in another order, so that four rounds of holding out do not sound alike. */
function holding(scene: Scene, standing: Standing, answered: string | undefined): string {
  const { dice, others, temperament } = scene
  const [partner] = others
  const reaction = answered ?? react(scene, partner, doubts(scene))
  const lead = flavour(scene, 0.25)
  if (temperament.id === "terse") return joined(scene, [lead, reaction, argue(scene), standing.sentence])
  const shape = dice.below(4)
  if (shape === 0) {
    const first = argue(scene, { linked: true })
    return paragraphs(joined(scene, [lead, reaction, first]), joined(scene, [question(scene, partner)]))
  }
  if (shape === 1) {
    const why = because(scene)
    return paragraphs(
      joined(scene, [standing.sentence, why]),
      joined(scene, [reaction, argue(scene), question(scene, partner)]),
    )
  }
  if (shape === 2) {
    const first = argue(scene)
    return paragraphs(joined(scene, [lead, first, reaction]), joined(scene, [standing.sentence, because(scene)]))
  }
  const first = argue(scene)
  const second = temperament.arguments === 2 ? argue(scene) : undefined
  return paragraphs(
    joined(scene, [lead, reaction, first]),
    joined(scene, [second, standing.sentence, question(scene, partner)]),
  )
}

/** Two partners: open, take up the other's words, hold, move, meet. Also how any seat without a special part speaks. */
export function duetTurn(scene: Scene): string {
  const { view, others, book } = scene
  if (view.ask.kind !== "turn" || view.ask.first || view.round <= 1) return opening(scene)
  const person = others.find((one) => one.person && one.round >= view.round - 1)
  const answered = person === undefined ? undefined : react(scene, person)
  const standing = stand(scene)
  const met = standing.how === "moves" || standing.how === "agrees"
  const text = met ? joined(scene, [answered, settled(scene, standing)]) : holding(scene, standing, answered)
  return text || scene.tell(book.nothingNew)
}
