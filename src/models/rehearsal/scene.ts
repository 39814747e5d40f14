import type { SeatView } from "../../core/prompting/seat-view.ts"
import { clean, cleanName } from "./clean.ts"
import { type Dice, diceFrom } from "./dice.ts"
import { anchorOf, fragmentOf, type Heard, heardIn, saidBefore, themesIn, themeUsed } from "./hearing.ts"
import type { PhraseBook, Phrases } from "./phrases/phrase-book.ts"
import { type Positions, positionsOf } from "./positions.ts"
import { isDebate, partOf } from "./roles.ts"
import { type Temperament, temperamentOf } from "./temperaments.ts"
import { type ThemeId, themeIds, themeLean } from "./themes.ts"
import { analyseTopic, type Topic } from "./topic.ts"

export type Slots = Readonly<Record<string, string | undefined>>

/** What a seat has in mind while it composes one answer. */
export interface Scene {
  readonly view: SeatView
  readonly book: PhraseBook
  readonly topic: Topic
  readonly temperament: Temperament
  readonly dice: Dice
  readonly positions: Positions
  readonly heard: readonly Heard[]
  /** The latest words of others, newest first, one for each speaker. */
  readonly others: readonly Heard[]
  /** A sentence not heard before at this table, or nothing when they are used up or a slot has nothing to fill it. */
  readonly fresh: (phrases: Phrases, slots?: Slots) => string | undefined
  /** The same, but repeats itself rather than being silent. */
  readonly tell: (phrases: Phrases, slots?: Slots) => string
  /** Sentences about what to do next, fitting for a plan. */
  readonly stepsFor: (plan: string) => Phrases
  readonly themeName: (theme: ThemeId) => string
  /** An argument that nobody has made yet; counts as made from then on. */
  readonly newTheme: () => ThemeId | undefined
  /** What somebody's words were about, and a few of these words; either may be missing. */
  readonly themeOf: (one: Heard) => ThemeId | undefined
  readonly quoteOf: (one: Heard, theme?: ThemeId) => string | undefined
  /** Everything that somebody's words were about. */
  readonly themesOf: (one: Heard) => readonly ThemeId[]
  readonly nameOf: (seatId: string) => string
}

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Naming the topic or the plan in every sentence is how a form letter reads: once in an answer is enough if it can be helped. */
const sparing = ["{key}", "{plan}"]

const slotIn = /\{([a-z0-9]+)(\^?)\}/g

function fill(phrase: string, slots: Slots): string {
  return phrase.replace(slotIn, (_, name: string, upper: string) => {
    const value = slots[name] ?? ""
    return upper === "^" ? capitalised(value) : value
  })
}

/** What a facilitator reports are the words of others. */
function newestByOther(heard: readonly Heard[], { seat: self, seats }: SeatView): Heard[] {
  const seen = new Set<string>()
  const reports = new Set(seats.filter((seat) => partOf(seat) === "facilitator").map(({ id }) => id))
  return heard.toReversed().filter((one) => {
    if (one.seatId === self.id || seen.has(one.name) || reports.has(one.seatId ?? "")) return false
    seen.add(one.name)
    return true
  })
}

/** Where the table has options to vote on, they are the sides that everyone takes. */
function topicOf(view: SeatView, book: PhraseBook): Topic {
  const { topic, options } = view
  const asked = analyseTopic(topic, book.either)
  // The sides of a debate are given, whatever its judge chooses between.
  if (isDebate(view)) return asked
  return options.length < 2 ? asked : { ...asked, kind: "choice", sides: options.map((option) => clean(option, 120)) }
}

export function sceneOf(view: SeatView, book: PhraseBook, model: string): Scene {
  const topic = topicOf(view, book)
  const temperament = temperamentOf(model, view.seed, view.seat.id)
  const dice = diceFrom(
    "turn",
    view.seed,
    view.seat.id,
    view.round,
    view.attempt,
    view.topic,
    view.ask.kind,
    view.ask.kind === "vote" ? view.ask.asks : "",
    view.entries.length,
  )
  const heard = heardIn(view)
  const positions = positionsOf({ view, topic, book, heard })
  let said = saidBefore(view)
  const spent = new Set<string>()
  const key = topic.keys.length > 0 ? book.quote(topic.keys[dice.below(topic.keys.length)] ?? "") : book.thisQuestion
  const matter = topic.question === "" ? book.thisQuestion : book.quote(topic.question)

  const usable = (phrases: Phrases, slots: Slots) =>
    dice
      .shuffled(phrases)
      .filter((phrase) => [...phrase.matchAll(slotIn)].every(([, name]) => (slots[name ?? ""] ?? "") !== ""))
  const speak = (phrase: string, slots: Slots) => {
    for (const slot of sparing) if (phrase.includes(slot)) spent.add(slot)
    const text = fill(phrase, slots)
    said = `${said}\n${text}`
    return text
  }
  const choose = (phrases: Phrases, given: Slots) => {
    const slots = { key, matter, mine: positions.mine(view.round).label, ...given }
    const able = usable(phrases, slots)
    const unheard = able.filter((phrase) => !said.includes(anchorOf(phrase)))
    const phrase = unheard.find((one) => !sparing.some((slot) => spent.has(slot) && one.includes(slot))) ?? unheard[0]
    return { slots, able, phrase }
  }
  const fresh = (phrases: Phrases, given: Slots = {}) => {
    const { slots, phrase } = choose(phrases, given)
    return phrase === undefined ? undefined : speak(phrase, slots)
  }
  const tell = (phrases: Phrases, given: Slots = {}) => {
    const { slots, able, phrase } = choose(phrases, given)
    const chosen = phrase ?? able[0]
    return chosen === undefined ? "" : speak(chosen, slots)
  }

  const asked = view.topic.slice(0, 400).toLowerCase()
  const newTheme = () => {
    const { lean } = positions.mine(view.round)
    const weight = (theme: ThemeId) =>
      dice.next() -
      (temperament.favourites.includes(theme) ? 0.45 : 0) -
      (lean !== "neither" && themeLean[theme] === lean ? 0.2 : 0) -
      (book.themes[theme].signs.some((sign) => asked.includes(sign)) ? 0.5 : 0)
    const ordered = themeIds.map((theme) => ({ theme, weight: weight(theme) })).sort((a, b) => a.weight - b.weight)
    return ordered.find(({ theme }) => !taken.has(theme) && !themeUsed(book, theme, said))?.theme
  }
  const taken = new Set<ThemeId>()
  const take = () => {
    const theme = newTheme()
    if (theme !== undefined) taken.add(theme)
    return theme
  }

  return {
    view,
    book,
    topic,
    temperament,
    dice,
    positions,
    heard,
    others: newestByOther(heard, view),
    fresh,
    tell,
    stepsFor: (plan) => (plan === book.stances.no.plan ? book.stepBack : book.step),
    themeName: (theme) => book.themes[theme].name,
    newTheme: take,
    themeOf: (one) => {
      const themes = themesIn(book, one)
      return themes[dice.below(themes.length)]
    },
    themesOf: (one) => themesIn(book, one),
    quoteOf: (one, theme) => {
      const roll = dice.next()
      for (const shift of [0, 0.37, 0.71]) {
        const fragment = fragmentOf({ book, text: one.text, roll: (roll + shift) % 1, theme, rehearsed: one.rehearsed })
        if (fragment !== undefined && !said.includes(book.quote(fragment))) return book.quote(fragment)
      }
      return undefined
    },
    nameOf: (seatId) => cleanName(view.shownName(seatId)),
  }
}
