import type { Scene } from "../scene.ts"
import { listOfPoints, pointsHeard } from "./hive.ts"
import { argue, because, doubts, flavour, joined, knownAnswers, question, react, stand } from "./moves.ts"
import { introduceSelf } from "./self.ts"

/** The next seat after this one that somebody other than a person holds, by name. */
function nextName(scene: Scene): string | undefined {
  const { seats, seat } = scene.view
  const at = seats.findIndex((one) => one.id === seat.id)
  const next = seats.slice(at + 1).find((one) => one.kind !== "human")
  return next === undefined ? undefined : scene.nameOf(next.id)
}

function manager(scene: Scene): string {
  const { view, book, fresh, others } = scene
  const person = others.find((one) => one.person && one.round >= view.round - 1)
  const answered = react(scene, person)
  const name = nextName(scene)
  if (view.round <= 1)
    return joined(scene, [answered, scene.tell(book.frame), argue(scene), fresh(book.handOver, { name })])
  const points = pointsHeard(scene, 3)
  const recap = points.length > 0 ? fresh(book.recap, { points: listOfPoints(scene, points) }) : undefined
  if (view.round >= view.rounds) {
    const behind = knownAnswers(scene)[0]?.answer ?? scene.positions.mine(view.round)
    return joined(scene, [
      answered,
      recap,
      fresh(book.wrapUp, { plan: behind.plan }),
      fresh(scene.stepsFor(behind.plan)),
    ])
  }
  return joined(scene, [answered, recap ?? react(scene, others[0]), argue(scene), fresh(book.handOver, { name })])
}

function leader(scene: Scene): string {
  const { view, book, fresh, others, positions } = scene
  const reaction = react(scene, others[0], doubts(scene))
  if (view.round <= 1) {
    return joined(scene, [
      reaction,
      fresh(book.direct, { plan: positions.mine(1).plan }),
      because(scene),
      argue(scene, { linked: true }),
    ])
  }
  return joined(scene, [
    reaction,
    stand(scene).sentence,
    argue(scene),
    fresh(scene.stepsFor(positions.mine(view.round).plan)),
  ])
}

function specialist(scene: Scene): string {
  const { others, view } = scene
  const self = view.round <= 1 ? introduceSelf(scene) : undefined
  const reaction = react(scene, others[0], doubts(scene))
  const standing = stand(scene).sentence
  const argument = argue(scene, { linked: scene.temperament.id !== "terse" })
  const lead = flavour(scene, 0.3)
  const body = view.round <= 1 ? [standing, self, argument] : [argument, standing]
  return joined(scene, [lead, reaction, ...body, question(scene, others[0])])
}

/** One paragraph, spoken in order, with a person listening. */
export function panelTurn(scene: Scene): string {
  const { role } = scene.view.seat
  const text = /manager|moderator|chair/i.test(role)
    ? manager(scene)
    : /lead/i.test(role)
      ? leader(scene)
      : specialist(scene)
  return text || scene.tell(scene.book.nothingNew)
}
