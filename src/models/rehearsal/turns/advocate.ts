import { capitalised, type Scene } from "../scene.ts"
import { joined, knownAnswers, paragraphs } from "./moves.ts"

/** The answer with most seats behind it. */
function leaning(scene: Scene): string | undefined {
  const camps = [...Map.groupBy(knownAnswers(scene), ({ answer }) => answer.plan)]
  return camps.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** Against whatever the table leans to; objections that were met are left. */
export function advocateTurn(scene: Scene): string {
  const { book, view, fresh, tell } = scene
  const { advocate } = book.parts
  const own = scene.heard.filter((one) => one.seatId === view.seat.id)
  const lean = fresh(advocate.leaning, { plan: leaning(scene) })
  const next = scene.newTheme()
  if (own.length === 0) {
    const themes = [next, scene.newTheme()].filter((theme) => theme !== undefined)
    const risks = themes.map(
      (theme) => `- ${book.item(capitalised(scene.themeName(theme)), fresh(book.themes[theme].risk) ?? "")}`,
    )
    return paragraphs(`${joined(scene, [lean, tell(advocate.against)])}\n${risks.join("\n")}`, tell(advocate.stands))
  }
  const [met] = scene.themesOf(own.at(-1)!)
  return joined(scene, [
    met && fresh(advocate.met, { theme: scene.themeName(met) }),
    lean,
    next && tell(advocate.press, { theme: scene.themeName(next), risk: book.themes[next].risk[0] }),
    tell(advocate.stands),
  ])
}
