import type { Heard } from "../hearing.ts"
import type { Answer } from "../positions.ts"
import type { Scene } from "../scene.ts"
import { type ThemeId, themeLean } from "../themes.ts"

export type Sentences = readonly (string | undefined)[]

export function joined(scene: Scene, sentences: Sentences): string {
  return sentences.filter((sentence) => sentence !== undefined && sentence !== "").join(scene.book.gap)
}

export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n")
}

/** Takes up what somebody said: their argument where it is known, else a few of their words. */
export function react(scene: Scene, one: Heard | undefined, doubting = false): string | undefined {
  if (one === undefined) return undefined
  const { book, dice, fresh } = scene
  const byTheme = dice.next() < 0.65
  const theme = scene.themeOf(one)
  const slots = {
    name: one.name,
    theme: theme === undefined ? undefined : scene.themeName(theme),
    quote: scene.quoteOf(one),
  }
  if (one.person) return fresh(book.answerPerson, slots) ?? fresh(book.creditQuote, slots)
  const themes = doubting ? book.doubtTheme : book.creditTheme
  const quotes = doubting ? book.doubtQuote : book.creditQuote
  return byTheme ? (fresh(themes, slots) ?? fresh(quotes, slots)) : (fresh(quotes, slots) ?? fresh(themes, slots))
}

/** A new argument, and sometimes what follows from it for the speaker's own answer. */
export function argue(scene: Scene, options: { linked?: boolean } = {}): string | undefined {
  const theme = scene.newTheme()
  if (theme === undefined) return undefined
  const { book, dice, fresh, positions, view } = scene
  const mine = positions.mine(view.round)
  const sentence = fresh(book.themes[theme].say)
  if (sentence === undefined || options.linked !== true) return sentence
  const against = mine.lean !== "neither" && themeLean[theme] !== "neither" && themeLean[theme] !== mine.lean
  const slots = { plan: mine.plan, theme: scene.themeName(theme) }
  const link = against || dice.next() < 0.6 ? fresh(against ? book.concede : book.support, slots) : undefined
  return joined(scene, [sentence, link])
}

export interface Standing {
  readonly sentence: string | undefined
  readonly how: "opens" | "contrasts" | "joins" | "moves" | "agrees" | "holds"
}

/** Others whose answer is known, the latest speaker first. */
export function knownAnswers(scene: Scene): { readonly one: Heard; readonly answer: Answer }[] {
  return scene.others.flatMap((one) => {
    const answer = one.seatId === undefined ? undefined : scene.positions.of(one.seatId)
    return answer === undefined ? [] : [{ one, answer }]
  })
}

/** Moved by an argument that points where the seat now stands, of somebody who stands there already if there is one. */
function moved(scene: Scene, plan: string): string | undefined {
  const { book, fresh, others, positions, view } = scene
  const { lean } = positions.mine(view.round)
  const fits = (theme: ThemeId) => lean === "neither" || themeLean[theme] === "neither" || themeLean[theme] === lean
  const there = knownAnswers(scene).flatMap(({ one, answer }) => (answer.plan === plan ? [one] : []))
  for (const one of [...there, ...others]) {
    const theme = scene.themesOf(one).find(fits)
    if (theme === undefined) continue
    const sentence = fresh(book.moveTheme, { plan, name: one.name, theme: scene.themeName(theme) })
    if (sentence !== undefined) return sentence
  }
  return scene.tell(book.move, { plan, name: (there[0] ?? others[0])?.name })
}

/** Why the seat's answer is the better one, in itself. */
export function because(scene: Scene): string | undefined {
  return scene.fresh(scene.positions.mine(scene.view.round).because)
}

/** Says where the seat stands, in the light of where it stood and where the others stand. */
export function stand(scene: Scene): Standing {
  const { book, fresh, tell, positions, view } = scene
  const { plan } = positions.mine(view.round)
  const known = knownAnswers(scene)
  const against = known.find(({ answer }) => answer.plan !== plan)
  const along = known.find(({ answer }) => answer.plan === plan)
  const first = view.ask.kind !== "turn" || view.ask.first || !scene.heard.some((one) => one.seatId === view.seat.id)
  if (first) {
    if (against !== undefined) {
      const slots = { plan, name: against.one.name, other: against.answer.plan }
      return { how: "contrasts", sentence: tell(book.contrast, slots) }
    }
    if (along !== undefined) return { how: "joins", sentence: tell(book.same, { plan, name: along.one.name }) }
    return { how: "opens", sentence: tell(book.open, { plan }) }
  }
  if (positions.mine(view.round - 1).plan !== plan) return { how: "moves", sentence: moved(scene, plan) }
  if (against === undefined && along !== undefined) {
    return { how: "agrees", sentence: fresh(book.agreed, { plan, name: along.one.name }) }
  }
  return { how: "holds", sentence: fresh(book.hold, { plan }) }
}

export function flavour(scene: Scene, likelihood: number): string | undefined {
  return scene.dice.next() < likelihood ? scene.fresh(scene.book.flavour[scene.temperament.id]) : undefined
}

export function question(scene: Scene, one: Heard | undefined): string | undefined {
  const { book, dice, fresh, temperament } = scene
  if (dice.next() >= temperament.asks) return undefined
  return one === undefined ? fresh(book.askTable) : fresh(book.ask, { name: one.name })
}

/** An argument heard at this table that should be kept in mind whatever is done; not one that was just spoken of. */
export function condition(scene: Scene, spoken: string | undefined): string | undefined {
  const { book, fresh, themeName } = scene
  for (const one of scene.heard.toReversed()) {
    const theme = scene.themesOf(one).find((id) => spoken?.includes(themeName(id)) !== true)
    if (theme !== undefined) return fresh(book.condition, { theme: themeName(theme) })
  }
  return undefined
}

/** Whether to take somebody up with a doubt: by temperament, and rather of one who would do something else. */
export function doubts(scene: Scene): boolean {
  const { positions, view, temperament, dice } = scene
  const theirs = knownAnswers(scene)[0]?.answer.plan
  const apart = theirs !== undefined && theirs !== positions.mine(view.round).plan
  return dice.next() < (apart ? 0.35 + temperament.doubts * 0.6 : temperament.doubts * 0.6)
}
