import { capitalised, type Scene } from "../scene.ts"
import { type ThemeId, themeIds } from "../themes.ts"
import { duetTurn } from "./duet.ts"
import { argue, doubts, flavour, joined, knownAnswers, paragraphs, question, react, stand } from "./moves.ts"
import { introduceSelf } from "./self.ts"

export interface Point {
  readonly theme: ThemeId
  readonly name: string
}

/** The arguments on the table with who made them, the latest first, none twice. */
export function pointsHeard(scene: Scene, most: number): Point[] {
  const points: Point[] = []
  for (const one of scene.heard.toReversed()) {
    if (one.seatId === scene.view.seat.id) continue
    const theme = scene.themeOf(one)
    if (theme !== undefined && !points.some((point) => point.theme === theme)) points.push({ theme, name: one.name })
  }
  const named = new Set<string>()
  const spread = points.filter(({ name }) => !named.has(name) && named.add(name))
  return [...spread, ...points.filter((point) => !spread.includes(point))].slice(0, most)
}

export function listOfPoints(scene: Scene, points: readonly Point[]): string {
  return scene.book.list(points.map(({ theme, name }) => scene.book.point(scene.themeName(theme), name)))
}

function titled(scene: Scene, theme: ThemeId, text: string): string {
  return scene.book.item(capitalised(scene.themeName(theme)), text)
}

function divergent(scene: Scene, first: boolean): string {
  const { book, dice, fresh, others } = scene
  if (first) {
    const count = scene.temperament.id === "terse" || dice.next() < 0.35 ? 2 : 3
    const intro = scene.tell(count === 2 ? book.anglesTwo : book.anglesThree)
    const themes = Array.from({ length: count }, () => scene.newTheme()).filter((theme) => theme !== undefined)
    const items = themes.map(
      (theme, index) => `${index + 1}. ${titled(scene, theme, fresh(book.themes[theme].say) ?? "")}`,
    )
    return paragraphs(
      joined(scene, [react(scene, others[0]), intro]),
      items.join("\n"),
      question(scene, undefined) ?? "",
    )
  }
  const theme = scene.newTheme()
  if (theme === undefined) return scene.tell(book.nothingNew)
  const lead = fresh(book.newAngle, { theme: scene.themeName(theme) })
  return joined(scene, [react(scene, others[0]), lead, fresh(book.themes[theme].say), question(scene, others[0])])
}

function convergent(scene: Scene, first: boolean): string {
  const { book, dice, fresh, view, positions } = scene
  const { plan } = positions.mine(view.round)
  const points = pointsHeard(scene, 3)
  if (points.length < 2) {
    return joined(scene, [
      flavour(scene, 0.3),
      react(scene, scene.others[0]),
      fresh(book.gatherAlone, { plan }),
      argue(scene),
    ])
  }
  const before = positions.mine(view.round - 1).plan
  const shift = first || before === plan ? undefined : fresh(book.move, { plan, name: points[0]?.name })
  const gathered = shift ?? fresh(book.gather, { points: listOfPoints(scene, points), plan })
  if (first)
    return paragraphs(
      joined(scene, [flavour(scene, 0.3), gathered]),
      joined(scene, [argue(scene), fresh(scene.stepsFor(plan))]),
    )
  const whys = dice.shuffled(book.rankWhy)
  const ranked = dice.shuffled(points).map((point, index) => {
    const what = capitalised(book.point(scene.themeName(point.theme), point.name))
    return `${index + 1}. ${book.item(what, whys[index] ?? "")}`
  })
  const intro = fresh(book.rank)
  if (intro === undefined) return joined(scene, [gathered ?? react(scene, scene.others[0]), argue(scene)])
  return paragraphs(`${intro}\n${ranked.join("\n")}`, joined(scene, [gathered, fresh(scene.stepsFor(plan))]))
}

function critical(scene: Scene, first: boolean): string {
  const { book, dice, fresh, view, positions, others } = scene
  const theme = scene.newTheme()
  if (theme === undefined) return scene.tell(book.nothingNew)
  const risk = (id: ThemeId) => fresh(book.themes[id].risk)
  if (first) {
    const second = scene.newTheme()
    const themes = second === undefined ? [theme] : [theme, second]
    const items = themes.map((id) => `- ${titled(scene, id, risk(id) ?? "")}`)
    const intro = joined(scene, [react(scene, others[0], doubts(scene)), scene.tell(book.risks)])
    return paragraphs(`${intro}\n${items.join("\n")}`, fresh(book.riskWatch) ?? "")
  }
  const own = scene.heard.filter((one) => one.seatId === view.seat.id).map((one) => one.text)
  const named = themeIds.find((id) => own.some((text) => book.themes[id].risk.some((words) => text.includes(words))))
  if (named !== undefined && dice.next() < 0.3) {
    const plan = knownAnswers(scene)[0]?.answer.plan ?? positions.mine(view.round).plan
    const confirmed = fresh(book.confirmRisks, { theme: scene.themeName(named), plan })
    if (confirmed !== undefined) return joined(scene, [react(scene, others[0]), confirmed])
  }
  const added = fresh(book.newRisk, { theme: scene.themeName(theme), risk: book.themes[theme].risk[0] })
  return joined(scene, [react(scene, others[0], doubts(scene)), added, fresh(book.riskWatch)])
}

function specialist(scene: Scene, first: boolean): string {
  if (!first) return duetTurn(scene)
  const reaction = react(scene, scene.others[0], doubts(scene))
  return paragraphs(
    joined(scene, [reaction, introduceSelf(scene), argue(scene)]),
    joined(scene, [stand(scene).sentence, argue(scene)]),
  )
}

const criticalRoles = /^(?:critical|critic|sceptic|skeptic|devil|devils?-advocate|reviewer|red-?team)/i

export function hiveTurn(scene: Scene): string {
  const { view } = scene
  const first = view.ask.kind !== "turn" || view.ask.first
  if (/^diverg/i.test(view.seat.role)) return divergent(scene, first)
  if (/^converg/i.test(view.seat.role)) return convergent(scene, first)
  if (criticalRoles.test(view.seat.role)) return critical(scene, first)
  return specialist(scene, first)
}
