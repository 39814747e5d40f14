import type { Heard } from "../hearing.ts"
import { partOf } from "../roles.ts"
import { capitalised, type Scene } from "../scene.ts"
import type { ThemeId } from "../themes.ts"
import { argue, joined, paragraphs } from "./moves.ts"

interface Remark {
  readonly name: string
  readonly theme: ThemeId
}

function isBy(scene: Scene, one: Heard, part: "reviewer" | "author"): boolean {
  return scene.view.seats.some((seat) => seat.id === one.seatId && partOf(seat) === part)
}

/** The gravest remark of each reviewer, then the next of each, and so on. */
function remarksHeard(scene: Scene): readonly Remark[] {
  const lists = scene.heard
    .filter((one) => isBy(scene, one, "reviewer") && one.seatId !== scene.view.seat.id)
    .map((one) => asListed(scene, one).map((theme): Remark => ({ name: one.name, theme })))
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const inTurn = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
  return inTurn.filter((remark, index) => inTurn.findIndex(({ theme }) => theme === remark.theme) === index)
}

/** The gravest stands first in a review. */
function asListed(scene: Scene, one: Heard): readonly ThemeId[] {
  const place = (theme: ThemeId) => one.text.indexOf(scene.book.themes[theme].risk[0] ?? "")
  return scene.themesOf(one).toSorted((a, b) => place(a) - place(b))
}

export function reviewerTurn(scene: Scene): string {
  const own = scene.heard.filter((one) => one.seatId === scene.view.seat.id)
  return own.length > 0 ? secondReading(scene, own) : firstReading(scene)
}

function firstReading(scene: Scene): string {
  const { book, dice, fresh } = scene
  const { review } = book.parts
  const count = dice.next() < 0.5 ? 2 : 3
  const themes = Array.from({ length: count }, () => scene.newTheme()).filter((theme) => theme !== undefined)
  const remarks = themes.map((theme, index) => {
    const title = `${capitalised(scene.themeName(theme))} (${review.grades[index] ?? review.grades[2]})`
    return `${index + 1}. ${book.item(title, fresh(book.themes[theme].risk) ?? "")}`
  })
  return paragraphs(scene.tell(review.open), remarks.join("\n"))
}

function secondReading(scene: Scene, own: readonly Heard[]): string {
  const { book, fresh } = scene
  const { review } = book.parts
  const answer = scene.heard.findLast((one) => isBy(scene, one, "author"))?.text ?? ""
  const themes = [...new Set(own.flatMap((one) => asListed(scene, one)))]
  const settled = themes.find((theme) => answer.includes(scene.themeName(theme)))
  const left = themes.find((theme) => theme !== settled)
  const [other] = remarksHeard(scene).filter(({ theme }) => !themes.includes(theme))
  const text = joined(scene, [
    settled && fresh(review.settled, { theme: scene.themeName(settled) }),
    left && fresh(review.open2, { theme: scene.themeName(left), risk: book.themes[left].risk[0] }),
    other && fresh(review.other, { name: other.name, theme: scene.themeName(other.theme) }),
  ])
  return text || argue(scene) || scene.tell(book.nothingNew)
}

export function authorTurn(scene: Scene): string {
  const { book, fresh, tell } = scene
  const { author } = book.parts
  const said = (phrases: readonly string[], remark: Remark | undefined) =>
    remark && fresh(phrases, { name: remark.name, theme: scene.themeName(remark.theme) })
  const [first, second, third, fourth] = remarksHeard(scene)
  const text = joined(scene, [
    said(author.granted, first),
    said(author.granted, second),
    said(author.refused, third),
    said(author.check, fourth),
  ])
  return text === "" ? tell(book.nothingNew) : paragraphs(tell(author.open), text)
}

/** The decision as the reviewers voted, with what is still to be done. */
export function decisionLetter(scene: Scene): string {
  const { book, view, tell } = scene
  const { editor } = book.parts
  const entry = view.entries.findLast((one) => one.kind === "ballot")
  const ballot = entry?.kind === "ballot" ? entry.ballot : undefined
  const choice = ballot?.result?.choice
  const remarks = remarksHeard(scene).map(
    ({ name, theme }) =>
      `- ${book.item(book.point(capitalised(scene.themeName(theme)), name), book.themes[theme].risk[0] ?? "")}`,
  )
  const apart = (ballot?.votes ?? []).flatMap(({ seat, choice: own }) =>
    own === undefined || own === choice ? [] : [`- ${editor.differed(scene.nameOf(seat), own)}`],
  )
  const list = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? `**${title}**\n${lines.join("\n")}` : ""
  return paragraphs(
    choice === undefined ? "" : tell(editor.decision, { quote: book.quote(choice) }),
    list(editor.must, remarks.slice(0, 2)),
    list(editor.should, remarks.slice(2, 4)),
    ballot ? list(editor.differ, apart.length > 0 ? apart : [`- ${editor.agreed}`]) : "",
  )
}
