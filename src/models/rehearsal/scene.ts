import type { SeatView } from "../../core/prompting/seat-view.ts"
import { answersTo, type RehearsalAnswer, rehearsalTopic, stanceIn } from "./answers.ts"
import { clean, hasHan, lastIndexOfWords, sentencesIn, shorten } from "./clean.ts"
import { type ConcernId, concernIds, type Phrases, type Sentences } from "./phrases/en.ts"
import { chance, diceFrom, mannerOf, sideTold, temperamentOf } from "./temperaments.ts"
import type { Topic } from "./topic.ts"

type Slots = Readonly<Record<string, string | undefined>>

export interface Standing {
  readonly name: string
  readonly answer: RehearsalAnswer
}

const slotIn = /\{([a-z]+)(\^?)\}/g

function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const start = by % Math.max(1, items.length)
  return [...items.slice(start), ...items.slice(0, start)]
}

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

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
  const { seat, seed, round } = view
  const told = toldAnswer(view, answers)
  const place = speakersOf(view).indexOf(seat.id)
  const opening = told ?? (unanimous || place < 0 ? landing : order[place % order.length]!)
  const [from, spread, never] = temperamentOf(seat.model, seed, seat.id).yields
  if (sideTold(seat) || chance("never", seed, seat.id, view.topic) < never) return opening
  const late = Math.floor(chance("yields", seed, seat.id, view.topic) * (spread + 1))
  return round >= from + late ? landing : opening
}

/** The seats that take positions. */
function speakersOf({ seats }: SeatView): readonly string[] {
  return seats.filter((one) => one.kind !== "human" && mannerOf(one) !== "reports").map(({ id }) => id)
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
    .toSorted((a, b) => (b.side?.length ?? 0) - (a.side?.length ?? 0))
    .filter((answer) => {
      const words = answer.side?.toLowerCase() ?? ""
      if (lastIndexOfWords(text, words) < 0) return false
      // A short option may be part of a longer one.
      text = text.replaceAll(words, "")
      return true
    })
  return named.length === 1 ? named[0] : undefined
}

/** Everything a seat needs to compose one reply. */
export type Scene = ReturnType<typeof sceneOf>

export function sceneOf(view: SeatView, phrases: Phrases, model: string) {
  const topic = rehearsalTopic(view)
  const answers = answersTo(topic, view, phrases)
  const temperament = temperamentOf(model, view.seed, view.seat.id)
  const kind = view.ask.kind === "vote" ? view.ask.asks : view.ask.kind
  const { seed, seat, round, attempt, entries } = view
  const dice = diceFrom("turn", seed, seat.id, round, attempt, view.topic, kind, entries.length)
  const speakers = speakersOf(view)
  const place = Math.max(0, speakers.indexOf(seat.id))
  /** The table's shuffle of a list, the same for all seats. */
  const ordered = <T>(items: readonly T[]) => rotated(diceFrom("words", seed, view.topic, kind).shuffled(items), round)
  /** Every seat has its own share of a list, so that seats that cannot hear each other choose different items. */
  const share = <T>(items: readonly T[]) => items.filter((_, index) => index % speakers.length === place)
  const heard = heardIn(view)
  const isReporting = (seatId?: string) => view.seats.some((one) => one.id === seatId && mannerOf(one) === "reports")
  const foreign = heard.filter(({ seatId }) => seatId !== seat.id && !isReporting(seatId)).toReversed()
  const others = foreign.filter((one, index) => foreign.findIndex(({ name }) => name === one.name) === index)
  const answerOf = (name: string) =>
    heard.flatMap((one) => (one.name === name ? (answerOfText(one, phrases, answers) ?? []) : [])).at(-1)
  const last = heard.findLast((one) => one.seatId === seat.id)
  const mine = positionOf(view, topic, answers)
  const said = saidIn(view)
  /** Nobody else has spoken in this round: perhaps they all speak at the same time. */
  const isFirst = foreign.every((one) => one.round < round)
  const own = new Set<string>()
  const argued = new Set<ConcernId>()
  const matter = topic.question === "" ? phrases.thisQuestion : phrases.quote(topic.question)

  // Voters do not avoid what was said in earlier ballots: they would all end up with the same words.
  const isNew = (phrase: string) => view.ask.kind === "vote" || !said.includes(anchorOf(phrase))
  const fill = (phrase: string, slots: Slots): string => {
    own.add(phrase)
    return phrase.replace(slotIn, (_, name, upper) => (upper ? capitalised(slots[name]!) : slots[name]!))
  }
  const choose = (sentences: Sentences, given: Slots, repeats: boolean): string | undefined => {
    const slots: Slots = { matter, deed: topic.deed, plan: mine.plan, mine: mine.label, ...given }
    const able = ordered(sentences).filter((phrase) =>
      [...phrase.matchAll(slotIn)].every(([, name]) => slots[name!] !== undefined),
    )
    const unheard = able.filter(isNew)
    const others = isFirst && !repeats ? [] : [...rotated(unheard, place), ...(repeats ? rotated(able, place) : [])]
    const phrase = [...share(unheard), ...others].find((one) => !own.has(one)) ?? (repeats ? able[0] : undefined)
    return phrase === undefined ? undefined : fill(phrase, slots)
  }
  /** An argument for or against an answer that was not used yet. */
  const reason = (answer: RehearsalAnswer, good: boolean) => {
    const side = good ? "good" : "bad"
    const all = answer[side].flatMap((id) => phrases.concerns[id][side].map((phrase) => ({ concern: id, phrase })))
    const unheard = ordered(all).filter(({ phrase }) => isNew(phrase))
    const others = isFirst && round > 1 ? [] : rotated(unheard, place)
    const fitting = [...share(unheard), ...others].filter(({ phrase }) => !own.has(phrase))
    const found = fitting.find(({ concern }) => !argued.has(concern)) ?? fitting[0]
    if (!found) return undefined
    argued.add(found.concern)
    return fill(found.phrase, { x: answer.label })
  }
  return {
    ...{ view, phrases, topic, temperament, dice, answers, heard, reason, place },
    turnAsk: view.ask.kind === "turn" ? view.ask : undefined,
    manner: mannerOf(seat),
    /** This seat's position now, and the one it last stated. */
    mine,
    before: last && answerOf(last.name),
    /** The latest contribution of each other speaker, newest first. */
    others,
    /** The positions that the others last stated, newest first. */
    standings: others.flatMap(({ name }): Standing[] => {
      const answer = answerOf(name)
      return answer ? [{ name, answer }] : []
    }),
    pointsOf: (one: Spoken) => pointsIn(one, phrases, answers),
    /** A sentence that was not used yet, or undefined. */
    say: (sentences: Sentences, slots: Slots = {}) => choose(sentences, slots, false),
    /** Like `say`, but repeats a sentence if it must. */
    tell: (sentences: Sentences, slots: Slots = {}) => choose(sentences, slots, true) ?? "",
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

export type Spoken = Pick<Heard, "text">

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
    const shownName = clean(isTurn ? view.shownName(entry.turn.seat) : entry.interjection.author, 200)
    const name = shorten(shownName.replace(/[:：]+/g, " ").trim(), 40)
    if (name === "" || content.trim() === "" || (isTurn && entry.turn.passed)) return []
    const rehearsed = seat?.kind === "model" && seat.model?.startsWith("rehearsal/") === true
    return [{ seatId, name, round, text: content.slice(0, maxTextLength), rehearsed }]
  })
}

/** Everything said and voted so far as one text, searched to avoid repetition. */
function saidIn(view: SeatView): string {
  const texts = view.entries.slice(-remembered).flatMap((entry) => {
    if (entry.kind === "ballot") return entry.ballot.votes.map(({ reasoning }) => reasoning.slice(0, 400))
    return entry.kind === "turn" ? entry.turn.content.slice(0, 1_600) : []
  })
  return texts.join("\n")
}

const anchors = new Map<string, string>()

/** The longest part of a sentence between its slots, by which the sentence is recognised. */
export function anchorOf(phrase: string): string {
  const parts = () => phrase.split(/\{[a-z^]+\}/)
  const anchor = anchors.get(phrase) ?? parts().reduce((best, part) => (part.length > best.length ? part : best))
  anchors.set(phrase, anchor)
  return anchor
}

/** The arguments in a contribution, as far as they use our own sentences. */
export function pointsIn({ text }: Spoken, phrases: Phrases, answers: readonly RehearsalAnswer[]): readonly Point[] {
  return sentencesIn(text).flatMap((sentence): Point[] => {
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

/** The position taken: the last plan named outside arguments and reports about others, else the last option. */
export function answerOfText(one: Spoken, phrases: Phrases, answers: readonly RehearsalAnswer[]) {
  const argued = new Set(pointsIn(one, phrases, answers).map(({ sentence }) => sentence))
  const { objection, noObjection, recap, person, briefing } = phrases
  const ofOthers = [...objection, ...noObjection, ...recap, ...person, ...briefing].map(anchorOf)
  const text = sentencesIn(one.text)
    .filter((sentence) => !argued.has(sentence) && !ofOthers.some((words) => sentence.includes(words)))
    .join("\n")
    .toLowerCase()
  const lastOf = (words: (answer: RehearsalAnswer) => string | undefined) => {
    const named = answers.flatMap((answer) => {
      const wanted = words(answer)?.toLowerCase() ?? ""
      const at = lastIndexOfWords(text, wanted)
      return at < 0 ? [] : { answer, length: wanted.length, end: at + wanted.length }
    })
    return named.toSorted((a, b) => a.end - b.end || a.length - b.length).at(-1)?.answer
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
