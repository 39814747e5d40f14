import type { SeatView } from "../../core/prompting/seat-view.ts"
import type { RehearsalAnswer } from "./answers.ts"
import { clean, cleanName, hasHan, shorten } from "./clean.ts"
import { type ConcernId, concernIds, type Phrases } from "./phrases/en.ts"

/** Something that was said, as a seat remembers it. */
export interface Heard {
  readonly seatId: string | undefined
  readonly name: string
  readonly round: number
  readonly text: string
  readonly rehearsed: boolean
}

/** A sentence that spoke for or against something. */
export interface Point {
  readonly concern: ConcernId
  readonly sentence: string
  readonly answer?: RehearsalAnswer
  readonly good: boolean
}

const remembered = 40
const maxTextLength = 1_200

/** The latest contributions, oldest first, without passes and without what is empty. */
export function heardIn(view: SeatView): readonly Heard[] {
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

/** All that must not be said again, as one text to search. */
export function saidIn(view: SeatView): string {
  const votes = view.entries.slice(-remembered).flatMap((entry) => (entry.kind === "ballot" ? entry.ballot.votes : []))
  const turns = view.entries
    .slice(-remembered)
    .map((entry) => (entry.kind === "turn" ? entry.turn.content.slice(0, 1_600) : ""))
  return [...turns, ...votes.map((vote) => vote.reasoning.slice(0, 400))].join("\n")
}

const anchors = new Map<string, string>()

/** The longest run of a sentence between its slots: enough to know it again. */
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

/** What somebody argued with, as far as it was said in our own sentences. */
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

/** Which answer a text comes to: the plan named last outside its arguments, else the side named last. */
export function answerIn(
  one: Heard,
  phrases: Phrases,
  answers: readonly RehearsalAnswer[],
): RehearsalAnswer | undefined {
  const argued = new Set(pointsIn(one, phrases, answers).map(({ sentence }) => sentence))
  const text = sentencesIn(one.text)
    .filter((sentence) => !argued.has(sentence))
    .join("\n")
    .toLowerCase()
  const lastOf = (words: (answer: RehearsalAnswer) => string | undefined) => {
    let best: { readonly answer: RehearsalAnswer; readonly end: number; readonly length: number } | undefined
    for (const answer of answers) {
      const wanted = words(answer)?.toLowerCase() ?? ""
      const at = wanted === "" ? -1 : text.lastIndexOf(wanted)
      const end = at + wanted.length
      if (at < 0 || (best && (end < best.end || (end === best.end && wanted.length < best.length)))) continue
      best = { answer, end, length: wanted.length }
    }
    return best?.answer
  }
  return lastOf(({ plan }) => plan) ?? lastOf(({ side }) => side)
}

/** A few whole words of somebody's that can stand in quotation marks. */
export function quotable(text: string): string | undefined {
  const sentence = sentencesIn(text)
    .filter((one) => !/["“”«»「」[\]]|^\s*(?:\d+[.)]|[-*#])/.test(one))
    .map((one) => clean(one, 300).replace(/[\s.。!！,;:，；：]+$/u, ""))
    .find((one) => (hasHan(one) ? one.length >= 4 : one.split(" ").length >= 3))
  return sentence === undefined ? undefined : shorten(sentence, 90)
}
