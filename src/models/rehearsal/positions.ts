import type { Seat, SeatId } from "../../core/discussion/seat.ts"
import type { SeatView } from "../../core/prompting/seat-view.ts"
import { chance, diceFrom } from "./dice.ts"
import type { Heard } from "./hearing.ts"
import type { PhraseBook, Phrases } from "./phrases/phrase-book.ts"
import { isDebate, isNeutral, partOf } from "./roles.ts"
import { type GeneralStance, type Lean, leanOf, stancesOf } from "./stances.ts"
import { temperamentOf } from "./temperaments.ts"
import type { Topic } from "./topic.ts"

export interface Answer {
  readonly plan: string
  /** The same as a noun phrase. */
  readonly label: string
  readonly because: Phrases
  readonly lean: Lean
  readonly id?: GeneralStance
  /** The side of the topic that it stands for, where it is one. */
  readonly side?: string
}

export interface Positions {
  readonly answers: readonly Answer[]
  /** What this seat stands for in a round. */
  readonly mine: (round: number) => Answer
  /** What another was last heard to stand for. */
  readonly of: (seat: SeatId) => Answer | undefined
  /** The seats whose position counts: all who speak, without this one. */
  readonly others: readonly Seat[]
}

function answersTo(topic: Topic, book: PhraseBook, view: SeatView): Answer[] {
  if (isDebate(view)) {
    const { pro, con } = book.parts.motion
    return [
      { ...pro, id: "yes", lean: "boldness" },
      { ...con, id: "no", lean: "caution" },
    ]
  }
  if (topic.kind !== "choice") {
    return stancesOf[topic.kind].map((id) => ({ ...book.stances[id], id, lean: leanOf[id] }))
  }
  const { because } = book
  const answers: Answer[] = topic.sides.map((side) => {
    return { plan: book.side(side), label: book.quote(side), because, lean: "neither", side }
  })
  const [first, second] = topic.sides
  if (topic.sides.length === 2 && first !== undefined && second !== undefined) {
    answers.push({ plan: book.blend(first, second), label: book.blendLabel, because, lean: "neither" })
  }
  return answers
}

/** The one side that a briefing or persona speaks of, if it speaks of only one. */
function toldSide(seat: Seat, answers: readonly Answer[]): number {
  let text = `${seat.briefing ?? ""}\n${seat.persona ?? ""}`.slice(0, 2000).toLowerCase()
  const longestFirst = [...answers.keys()].sort(
    (a, b) => (answers[b]?.side?.length ?? 0) - (answers[a]?.side?.length ?? 0),
  )
  const named = longestFirst.filter((index) => {
    const side = answers[index]?.side?.toLowerCase()
    if (side === undefined || !text.includes(side)) return false
    // A short side may be part of a longer one's name.
    text = text.replaceAll(side, "")
    return true
  })
  if (named.length === 1) return named[0] ?? -1
  const fixed = ["pro", "proponent", "con", "opponent"].indexOf(seat.role.toLowerCase())
  return fixed < 0 ? -1 : fixed < 2 ? 0 : Math.min(1, answers.length - 1)
}

function without(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.replaceAll(part, ""), text)
}

/** Which answer was named last in a text; of two that end at the same place the longer one. */
function namedLast(text: string, answers: readonly Answer[]): Answer | undefined {
  let best: Answer | undefined
  let bestEnd = -1
  const lower = text.toLowerCase()
  for (const answer of answers) {
    const at = lower.lastIndexOf(answer.plan.toLowerCase())
    const end = at < 0 ? -1 : at + answer.plan.length
    if (end > bestEnd || (end >= 0 && end === bestEnd && answer.plan.length > (best?.plan.length ?? 0))) {
      best = answer
      bestEnd = end
    }
  }
  if (best !== undefined) return best
  for (const answer of answers) {
    const at = answer.side === undefined ? -1 : lower.lastIndexOf(answer.side.toLowerCase())
    if (at > bestEnd) {
      best = answer
      bestEnd = at
    }
  }
  return best
}

/**
 * Where everyone stands. A table has an answer it tends to, and each seat a round by which it gives way to it (some never);
 * both come from the seed alone, so a seat stands where it stood when it is asked again.
 */
export function positionsOf(options: {
  view: SeatView
  topic: Topic
  book: PhraseBook
  heard: readonly Heard[]
}): Positions {
  const { view, topic, book, heard } = options
  const answers = answersTo(topic, book, view)
  const table = diceFrom("table", view.seed, view.topic)
  const sides = Math.max(2, topic.kind === "choice" ? topic.sides.length : answers.length)
  const order = table.shuffled(answers.slice(0, sides).map((_, index) => index))
  const draw = table.next()
  // The last answer of every set is the one that both sides can live with; a choice among many has none.
  const middle = topic.kind === "choice" && answers.length === sides ? order[0] : answers.length - 1
  const landing = (draw < 0.35 ? order[0] : draw < 0.7 ? order[1] : middle) ?? 0
  const unanimous = table.next() < 0.06

  const speakers = view.seats.filter((seat) => seat.kind !== "human" && !isNeutral(seat))
  const place = speakers.findIndex((seat) => seat.id === view.seat.id)
  const toldTo = toldSide(view.seat, answers)
  const opening = toldTo >= 0 ? toldTo : unanimous || place < 0 ? landing : (order[place % order.length] ?? landing)
  const { yields } = temperamentOf(view.seat.model, view.seed, view.seat.id)
  const part = partOf(view.seat)
  const firm =
    (part === "pro" || part === "con") && isDebate(view)
      ? true
      : chance("never", view.seed, view.seat.id, view.topic) < yields.never
  const late = Math.floor(chance("yields", view.seed, view.seat.id, view.topic) * (yields.spread + 1))
  const yieldsAt = firm ? Number.POSITIVE_INFINITY : yields.from + late
  const fallback: Answer = answers[0] ?? { ...book.stances.trial, lean: "caution" }

  // Whoever quotes the question names all of its sides and stands for none of them.
  const asked = [topic.question, ...topic.keys].map((words) => book.quote(words))

  return {
    answers,
    mine: (round) => answers[round >= yieldsAt ? landing : opening] ?? fallback,
    of: (seatId) => {
      if (view.seats.some((seat) => seat.id === seatId && isNeutral(seat))) return undefined
      const said = heard.filter((one) => one.seatId === seatId)
      for (let index = said.length - 1; index >= 0; index -= 1) {
        const named = namedLast(without(said[index]?.text ?? "", asked), answers)
        if (named !== undefined) return named
      }
      return undefined
    },
    others: view.seats.filter((seat) => seat.id !== view.seat.id && !isNeutral(seat)),
  }
}
