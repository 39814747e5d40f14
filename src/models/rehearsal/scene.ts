import type { SeatView } from "../../core/prompting/seat-view.ts"
import { answersTo, type RehearsalAnswer, rehearsalTopic, stanceIn } from "./answers.ts"
import { clean, cleanName, hasHan, lastIndexOfWords, shorten } from "./clean.ts"
import { type ConcernId, concernIds, type Phrases, type Sentences } from "./phrases/en.ts"
import {
  chance,
  type Dice,
  diceFrom,
  type Manner,
  mannerOf,
  sideTold,
  type Temperament,
  temperamentOf,
} from "./temperaments.ts"
import type { Topic } from "./topic.ts"

type Slots = Readonly<Record<string, string | undefined>>

export interface Standing {
  readonly name: string
  readonly answer: RehearsalAnswer
}

/** Everything a seat needs to compose one reply. */
export interface Scene {
  readonly view: SeatView
  /** The seat's index at the table. Seats that cannot hear each other use it to choose different words. */
  readonly place: number
  readonly phrases: Phrases
  readonly topic: Topic
  readonly temperament: Temperament
  readonly manner: Manner | undefined
  readonly dice: Dice
  readonly answers: readonly RehearsalAnswer[]
  /** This seat's position now, and the one it last stated. */
  readonly mine: RehearsalAnswer
  readonly before: RehearsalAnswer | undefined
  readonly heard: readonly Heard[]
  /** The latest contribution of each other speaker, newest first. */
  readonly others: readonly Heard[]
  /** The positions that the others last stated, newest first. */
  readonly standings: readonly Standing[]
  readonly pointsOf: (one: Heard) => readonly Point[]
  /** `say` gives a sentence that was not used yet, or undefined; `tell` repeats one if it must. */
  readonly say: (sentences: Sentences, slots?: Slots) => string | undefined
  readonly tell: (sentences: Sentences, slots?: Slots) => string
  /** An argument for or against an answer that was not used yet. */
  readonly reason: (answer: RehearsalAnswer, good: boolean) => string | undefined
}

const slotIn = /\{([a-z]+)(\^?)\}/g

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function fill(phrase: string, slots: Slots): string {
  return phrase.replace(slotIn, (_, name: string, upper: string) => {
    const value = slots[name] ?? ""
    return upper === "^" ? capitalised(value) : value
  })
}

/**
 * A seat's position in a round. The table has an answer that it converges on, and each seat a round from which it joins
 * that answer, or none. Both depend on the seed alone, so a seat asked again takes the same position.
 */
function positionOf(view: SeatView, topic: Topic, answers: readonly RehearsalAnswer[]): RehearsalAnswer {
  const table = diceFrom("table", view.seed, view.topic)
  const sides = topic.kind === "choice" ? topic.sides.length : Math.min(answers.length, 3)
  const order = table.shuffled(answers.slice(0, sides))
  const draw = table.next()
  const middle = topic.kind === "choice" && answers.length === sides ? order[0] : answers.at(-1)
  const landing = (draw < 0.35 ? order[0] : draw < 0.7 ? order[1] : middle) ?? answers[0]!
  const unanimous = table.next() < 0.06
  const { seat, seats, seed, round } = view
  const told = toldAnswer(view, answers)
  const place = seats
    .filter((one) => one.kind !== "human" && mannerOf(one) !== "reports")
    .findIndex(({ id }) => id === seat.id)
  const opening = told ?? (unanimous || place < 0 ? landing : order[place % order.length]!)
  const [from, spread, never] = temperamentOf(seat.model, seed, seat.id).yields
  if (sideTold(seat) || chance("never", seed, seat.id, view.topic) < never) return opening
  const late = Math.floor(chance("yields", seed, seat.id, view.topic) * (spread + 1))
  return round >= from + late ? landing : opening
}

/** The answer that the seat's role, briefing or persona speaks for, if it is exactly one. */
function toldAnswer({ seat }: SeatView, answers: readonly RehearsalAnswer[]): RehearsalAnswer | undefined {
  const side = sideTold(seat)
  if (side) {
    const isOn = ({ stance, side: option = "" }: RehearsalAnswer) => (stance ?? stanceIn(option)) === side
    return answers.find(isOn) ?? answers.at(side === "yes" ? 0 : -1)
  }
  let text = `${seat.briefing ?? ""}\n${seat.persona ?? ""}`.slice(0, 2_000).toLowerCase()
  const named = answers
    .filter((answer) => answer.side !== undefined)
    .toSorted((a, b) => b.side!.length - a.side!.length)
    .filter((answer) => {
      const words = answer.side!.toLowerCase()
      if (lastIndexOfWords(text, words) < 0) return false
      // A short option may be part of a longer one.
      text = text.replaceAll(words, "")
      return true
    })
  return named.length === 1 ? named[0] : undefined
}

export function sceneOf(view: SeatView, phrases: Phrases, model: string): Scene {
  const topic = rehearsalTopic(view)
  const answers = answersTo(topic, view, phrases)
  const temperament = temperamentOf(model, view.seed, view.seat.id)
  const kind = view.ask.kind === "vote" ? view.ask.asks : view.ask.kind
  const { seed, seat, round, attempt, entries } = view
  const dice = diceFrom("turn", seed, seat.id, round, attempt, view.topic, kind, entries.length)
  const place = Math.max(
    0,
    view.seats.findIndex(({ id }) => id === seat.id),
  )
  /** The table's shuffle of a list, rotated: seats that speak at the same time start with different items. */
  const ordered = <T>(items: readonly T[], offset = place): readonly T[] => {
    const mixed = diceFrom("words", seed, view.topic, kind).shuffled(items)
    const start = (offset + round + attempt) % Math.max(1, items.length)
    return [...mixed.slice(start), ...mixed.slice(0, start)]
  }
  const heard = heardIn(view)
  const reporting = new Set(view.seats.filter((seat) => mannerOf(seat) === "reports").map(({ id }) => id))
  const others: Heard[] = []
  for (const one of heard.toReversed()) {
    const known = one.seatId === view.seat.id || reporting.has(one.seatId ?? "")
    if (!known && !others.some(({ name }) => name === one.name)) others.push(one)
  }
  const answerOf = (name: string) =>
    heard.flatMap((one) => (one.name === name ? (answerOfText(one, phrases, answers) ?? []) : [])).at(-1)
  const standings = others.flatMap(({ name }) => {
    const answer = answerOf(name)
    return answer === undefined ? [] : [{ name, answer }]
  })
  const last = heard.findLast((one) => one.seatId === view.seat.id)
  const mine = positionOf(view, topic, answers)
  let said = saidIn(view)
  const own = new Set<string>()
  const argued = new Set<ConcernId>()
  const matter = topic.question === "" ? phrases.thisQuestion : phrases.quote(topic.question)

  const choose = (sentences: Sentences, given: Slots, repeats: boolean, offset = place): string | undefined => {
    const slots: Slots = { matter, deed: topic.deed, plan: mine.plan, mine: mine.label, ...given }
    const able = ordered(sentences, offset).filter((phrase) =>
      [...phrase.matchAll(slotIn)].every(([, name]) => slots[name!] !== undefined),
    )
    // Voters do not avoid what was said in earlier ballots: they would all end up with the same words.
    const unheard = able.find((one) => !own.has(one) && (view.ask.kind === "vote" || !said.includes(anchorOf(one))))
    const phrase = unheard ?? (repeats ? (able.find((one) => !own.has(one)) ?? able[0]) : undefined)
    if (phrase === undefined) return undefined
    const text = fill(phrase, slots)
    said = `${said}\n${text}`
    own.add(phrase)
    return text
  }
  const reason = (answer: RehearsalAnswer, good: boolean) => {
    const isArgued = (concern: ConcernId) => Number(argued.has(concern))
    for (const concern of ordered(good ? answer.good : answer.bad).toSorted((a, b) => isArgued(a) - isArgued(b))) {
      const { [good ? "good" : "bad"]: sentences } = phrases.concerns[concern]
      const text = choose(sentences, { x: answer.label }, false, 2 * place + argued.size)
      if (text === undefined) continue
      argued.add(concern)
      return text
    }
    return undefined
  }
  return {
    ...{ view, place, phrases, topic, temperament, dice, answers, mine, heard, others, standings, reason },
    manner: mannerOf(view.seat),
    before: last && answerOf(last.name),
    pointsOf: (one) => pointsIn(one, phrases, answers),
    say: (sentences, slots = {}) => choose(sentences, slots, false),
    tell: (sentences, slots = {}) => choose(sentences, slots, true) ?? "",
  }
}

/** A contribution as a seat remembers it. */
export interface Heard {
  readonly seatId: string | undefined
  readonly name: string
  readonly round: number
  readonly text: string
  readonly rehearsed: boolean
}

/** A sentence that argues for or against an answer. */
export interface Point {
  readonly concern: ConcernId
  readonly sentence: string
  readonly answer?: RehearsalAnswer
  readonly good: boolean
}

/** Number of latest entries that a seat remembers. */
const remembered = 40
const maxTextLength = 1_200

/** The latest contributions, oldest first, without passes and empty ones. */
function heardIn(view: SeatView): readonly Heard[] {
  return view.entries.slice(-remembered).flatMap((entry): Heard[] => {
    if (entry.kind === "ballot") return []
    const isTurn = entry.kind === "turn"
    const seatId = isTurn ? entry.turn.seat : undefined
    const { content, roundNumber: round } = isTurn ? entry.turn : entry.interjection
    const seat = view.seats.find(({ id }) => id === seatId)
    const name = cleanName(isTurn ? view.shownName(entry.turn.seat) : entry.interjection.author)
    if (name === "" || content.trim() === "" || (isTurn && entry.turn.passed)) return []
    const rehearsed = seat?.kind === "model" && seat.model?.startsWith("rehearsal/") === true
    return [{ seatId, name, round, text: content.slice(0, maxTextLength), rehearsed }]
  })
}

/** Everything said and voted so far as one text, searched to avoid repetition. */
function saidIn(view: SeatView): string {
  const votes = view.entries.slice(-remembered).flatMap((entry) => (entry.kind === "ballot" ? entry.ballot.votes : []))
  const turns = view.entries
    .slice(-remembered)
    .map((entry) => (entry.kind === "turn" ? entry.turn.content.slice(0, 1_600) : ""))
  return [...turns, ...votes.map((vote) => vote.reasoning.slice(0, 400))].join("\n")
}

const anchors = new Map<string, string>()

/** The longest part of a sentence between its slots, by which the sentence is recognised. */
export function anchorOf(phrase: string): string {
  const known = anchors.get(phrase)
  if (known !== undefined) return known
  const anchor = phrase.split(/\{[a-z^]+\}/).reduce((best, run) => (run.length > best.length ? run : best), "")
  anchors.set(phrase, anchor)
  return anchor
}

function sentencesIn(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u, 40).filter((sentence) => sentence.trim() !== "")
}

/** The arguments in a contribution, as far as they use our own sentences. */
export function pointsIn(one: Heard, phrases: Phrases, answers: readonly RehearsalAnswer[]): readonly Point[] {
  return sentencesIn(one.text).flatMap((sentence): Point[] => {
    for (const concern of concernIds) {
      const words = phrases.concerns[concern]
      const good = words.good.some((phrase) => sentence.includes(anchorOf(phrase)))
      if (!good && !words.bad.some((phrase) => sentence.includes(anchorOf(phrase)))) continue
      const lower = sentence.toLowerCase()
      const [answer] = answers
        .filter(({ label }) => lower.includes(label.toLowerCase()))
        .toSorted((a, b) => b.label.length - a.label.length)
      return [{ concern, sentence, good, ...(answer && { answer }) }]
    }
    return []
  })
}

/** The position a contribution takes: the last plan named outside arguments and reports about others, else the last option. */
export function answerOfText(
  one: Heard,
  phrases: Phrases,
  answers: readonly RehearsalAnswer[],
): RehearsalAnswer | undefined {
  const argued = new Set(pointsIn(one, phrases, answers).map(({ sentence }) => sentence))
  const { objection, noObjection, recap, person, briefing } = phrases
  const ofOthers = [...objection, ...noObjection, ...recap, ...person, ...briefing].map(anchorOf)
  const text = sentencesIn(one.text)
    .filter((sentence) => !argued.has(sentence) && !ofOthers.some((words) => sentence.includes(words)))
    .join("\n")
    .toLowerCase()
  const lastOf = (words: (answer: RehearsalAnswer) => string | undefined) => {
    let best: { readonly answer: RehearsalAnswer; readonly end: number; readonly length: number } | undefined
    for (const answer of answers) {
      const wanted = words(answer)?.toLowerCase() ?? ""
      const at = lastIndexOfWords(text, wanted)
      const end = at + wanted.length
      if (at < 0 || (best && (end < best.end || (end === best.end && wanted.length < best.length)))) continue
      best = { answer, end, length: wanted.length }
    }
    return best?.answer
  }
  return lastOf(({ plan }) => plan) ?? lastOf(({ side }) => side)
}

/** A sentence of the text that is fit to be quoted. */
export function quotableSentence(text: string): string | undefined {
  const sentence = sentencesIn(text)
    .filter((one) => !/["“”«»「」[\]]|^\s*(?:\d+[.)]|[-*#])/.test(one))
    .map((one) => clean(one, 300).replace(/[\s.。!！,;:，；：]+$/u, ""))
    .find((one) => (hasHan(one) ? one.length >= 4 : one.split(" ").length >= 3))
  return sentence === undefined ? undefined : shorten(sentence, 90)
}
