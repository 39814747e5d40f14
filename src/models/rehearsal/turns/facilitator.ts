import type { Scene } from "../scene.ts"
import { joined, knownAnswers, paragraphs } from "./moves.ts"

/** How the answers lie, what they share and what parts them, without a view of its own and without names. */
export function facilitatorTurn(scene: Scene): string {
  const { book, tell, fresh } = scene
  const { facilitator } = book.parts
  const camps = [...Map.groupBy(knownAnswers(scene), ({ answer }) => answer.plan)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const lines = camps.map(([plan, held]) => `- ${facilitator.camp(held.length, plan)}`)
  const themes = scene.others.flatMap((one) => [...new Set(scene.themesOf(one))])
  const shared = themes.find((theme, index) => themes.indexOf(theme) !== index)
  const [outside] = camps.at(-1)?.[1] ?? []
  const apart = outside && camps.length > 1 ? scene.themesOf(outside.one).find((theme) => theme !== shared) : undefined
  return paragraphs(
    `${tell(facilitator.open)}\n${lines.join("\n")}`,
    joined(scene, [
      shared && fresh(facilitator.shared, { theme: scene.themeName(shared) }),
      apart && fresh(facilitator.apart, { theme: scene.themeName(apart) }),
    ]),
  )
}
