import { amountIn, amountSaid, isAboutFigure } from "../amounts.ts"
import type { Scene } from "../scene.ts"
import { argue, because, condition, doubts, joined, question, react, stand } from "./moves.ts"
import { fromBriefing, introduceSelf } from "./self.ts"

/** A member's statement: where I start from, what I heard, where I stand and why; fuller when asked again. */
export function assemblyTurn(scene: Scene): string {
  const { view, others, dice, book, temperament } = scene
  const ask = view.ask.kind === "turn" ? view.ask : undefined
  const asked = ask?.clarify !== undefined
  const short = ask !== undefined && ask.minLength > 0 && !asked && view.attempt <= 1 && view.round > 1
  if (short && dice.next() < (temperament.id === "terse" ? 0.3 : 0.1)) return scene.tell(book.tooShort)

  const { plan } = scene.positions.mine(view.round)
  const [latest, earlier] = others
  const start = view.round <= 1 || ask?.first === true ? (fromBriefing(scene) ?? introduceSelf(scene)) : undefined
  const reaction = react(scene, latest, doubts(scene))
  const standing = stand(scene)
  const together = standing.how === "agrees" || standing.how === "moves"
  const why = together ? undefined : because(scene)
  const first = argue(scene, { linked: true })
  const second = together
    ? condition(scene, standing.sentence)
    : temperament.id === "terse" && !asked
      ? undefined
      : argue(scene)
  const other = dice.next() < 0.45 ? react(scene, earlier) : undefined
  const close = together ? scene.fresh(scene.stepsFor(plan)) : question(scene, undefined)
  const parts = [
    start,
    reaction,
    standing.sentence,
    figure(scene),
    why,
    first,
    other,
    second,
    close,
    asked ? argue(scene) : undefined,
  ]
  const text = joined(scene, parts)
  // Whatever is used up, a statement still has to be long enough to stand.
  const wanted = Math.max(ask?.minLength ?? 0, book.code === "zh" ? 60 : 180)
  return text.length >= wanted
    ? text
    : joined(scene, [text, scene.tell(book.hold, { plan }), scene.tell(scene.stepsFor(plan))])
}

/** A member that was told of a figure names it with the answer that needs one. */
function figure(scene: Scene): string | undefined {
  const { view, positions, book } = scene
  const { side } = positions.mine(view.round)
  const own = amountIn(view.seat.briefing)
  const amount = view.round > 2 ? (amountSaid(view) ?? own) : (own ?? amountSaid(view))
  if (side === undefined || amount === undefined || !isAboutFigure(side)) return undefined
  return scene.fresh(book.parts.figure, { amount: amount.toLocaleString(book.code) })
}
