import type { Score } from "../../../core/discussion/vote.ts"
import type { Heard } from "../hearing.ts"
import { type Part, partOf } from "../roles.ts"
import { capitalised, type Scene } from "../scene.ts"
import { type ThemeId, themeLean } from "../themes.ts"
import { because, joined, paragraphs } from "./moves.ts"

function saidBy(scene: Scene, part: Part): readonly Heard[] {
  return scene.heard.filter((one) => scene.view.seats.some((seat) => seat.id === one.seatId && partOf(seat) === part))
}

function themesOf(scene: Scene, said: readonly Heard[]): readonly ThemeId[] {
  return [...new Set(said.flatMap((one) => scene.themesOf(one)))]
}

/** A new argument that does not speak for the other side, if there is one among the next few. */
function argument(scene: Scene): ThemeId | undefined {
  const { lean } = scene.positions.mine(scene.view.round)
  const next = Array.from({ length: 4 }, () => scene.newTheme()).filter((theme) => theme !== undefined)
  return next.find((theme) => themeLean[theme] === "neither" || themeLean[theme] === lean) ?? next[0]
}

/** Opening, answer, closing: the same side from the first word to the last. */
export function debateTurn(scene: Scene, side: "pro" | "con"): string {
  const { view, book, fresh, tell } = scene
  const { debate } = book.parts
  const theirs = saidBy(scene, side === "pro" ? "con" : "pro")
  const own = saidBy(scene, side)
  const latest = theirs.at(-1)
  if (view.round >= view.rounds && own.length > 0) return closing(scene, side, theirs, own)
  const granted = latest && themesOf(scene, [latest])[0]
  const answer = latest && granted && fresh(debate.grant, { name: latest.name, theme: scene.themeName(granted) })
  const first = argument(scene)
  const opening = first && fresh(book.themes[first].say)
  if (own.length > 0) return paragraphs(joined(scene, [answer, because(scene)]), opening ?? "")
  const second = argument(scene)
  return paragraphs(
    joined(scene, [answer, tell(debate.open), because(scene)]),
    joined(scene, [
      opening,
      second && fresh(debate.second, { theme: scene.themeName(second) }),
      second && fresh(book.themes[second].say),
    ]),
  )
}

function closing(scene: Scene, side: "pro" | "con", theirs: readonly Heard[], own: readonly Heard[]): string {
  const { debate } = scene.book.parts
  const [mine, alsoMine] = themesOf(scene, own).toReversed()
  const [over] = themesOf(scene, theirs).toReversed()
  const name = theirs.at(-1)?.name
  return joined(scene, [
    over && scene.fresh(debate.turnedOn, { theme: scene.themeName(over) }),
    mine && scene.fresh(debate.unanswered, { name, theme: scene.themeName(alsoMine ?? mine) }),
    because(scene),
    scene.tell(side === "pro" ? debate.closePro : debate.closeCon),
  ])
}

const against = /^(?:against|con\b|no\b|reject|en contra|反对|否)/i

/** One point for an argument, three at most, and a little for how it was made. Cases alike to the point are rare. */
export function judged(scene: Scene, options: readonly string[]) {
  const { book, dice, tell } = scene
  const sides = (["pro", "con"] as const).map((part) => {
    const said = saidBy(scene, part)
    const themes = themesOf(scene, said)
    return { part, name: said.at(-1)?.name, themes, score: 4 + Math.min(3, themes.length) + dice.below(3) }
  })
  const [pro, con] = sides as [(typeof sides)[number], (typeof sides)[number]]
  if (pro.score === con.score && dice.next() < 0.8) (dice.next() < 0.5 ? pro : con).score += 1
  const scores = options.map((option, index): Score => {
    const side = options.some((one) => against.test(one)) ? (against.test(option) ? con : pro) : index === 0 ? pro : con
    return { option, score: side.score }
  })
  const better = con.score > pro.score ? con : pro
  const theme = better.themes.at(-1)
  const slots = { name: better.name, theme: theme && scene.themeName(theme) }
  return { scores, confidence: 70 + dice.below(20), reasoning: tell(book.parts.judge.scored, slots) }
}

/** From the scores that were given, if there are any; else from what was heard. */
export function verdict(scene: Scene): string {
  const { book, view, tell } = scene
  const { judge } = book.parts
  const ballot = view.entries.findLast((entry) => entry.kind === "ballot")
  const given = ballot?.kind === "ballot" ? ballot.ballot.votes.find((vote) => vote.scores)?.scores : undefined
  const scores = given ?? judged(scene, ["for", "against"]).scores
  const [pro, con] = (["pro", "con"] as const).map((part) => saidBy(scene, part))
  const ofCon = (option: string) => against.test(option)
  const [best, less] = scores.toSorted((a, b) => b.score - a.score)
  const winner = best && (ofCon(best.option) ? con : pro)?.at(-1)?.name
  const slots = { name: winner, score: String(best?.score ?? ""), less: String(less?.score ?? "") }
  const lines = [pro, con].flatMap((said = []) => {
    const theme = themesOf(scene, said)[0]
    const one = theme && said.find((heard) => scene.themesOf(heard).includes(theme))
    if (!one || !theme) return []
    const quote = scene.quoteOf(one, theme)
    const title = capitalised(judge.bestOf(one.name, scene.themeName(theme)))
    return [`- ${quote === undefined ? title : book.item(title, quote)}`]
  })
  return paragraphs(
    joined(scene, [
      tell(best?.score === less?.score ? judge.even : judge.verdict, slots),
      ballot?.kind === "ballot" ? ballot.ballot.votes.find((vote) => vote.scores)?.reasoning : undefined,
    ]),
    lines.length > 0 ? `**${judge.best}**\n${lines.join("\n")}` : "",
    `**${judge.missed}**\n- ${tell(judge.neither)}`,
  )
}
