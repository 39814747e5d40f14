import {
  type Citation,
  type CitedPoint,
  type DecisionRecord,
  findingSeverities,
  type LeftOut,
  type RecordPart,
} from "../discussion/decision-record.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { excerpt } from "../text.ts"
import { findQuote, type QuotableText, quotable, quotationsIn, withoutQuotationMarks } from "./quotes.ts"
import { splitCitations } from "./read-record.ts"
import type { DraftPoint, RecordDraft } from "./record-draft.ts"

interface SaidTurn extends QuotableText {
  readonly turn: Turn
}

const maxAnswerLength = 8_000
const maxTextLength = 1_200
const maxQuoteLength = 600
const maxCitations = 8
const maxItems: { readonly [Part in RecordPart]?: number } = { why: 5, findings: 50 }
const maxOtherItems = 10

/** A statement that failed a check; `detail` is the unknown turn, name or quotation. */
export interface RecordProblem extends LeftOut {
  readonly detail: string
}

export function checkRecord(
  draft: RecordDraft,
  state: DiscussionState,
  writtenBy: DecisionRecord["writtenBy"],
): { readonly record: DecisionRecord; readonly problems: readonly RecordProblem[] } {
  const check = new RecordCheck(state)
  const findings = check.kept("findings", draft.findings).flatMap((finding) =>
    check.cited("findings", finding).map(({ text, citations }) => ({
      severity: findingSeverities.find((one) => one === finding.severity.toLowerCase()) ?? "minor",
      where: excerpt(finding.where, 300),
      what: text,
      evidence: check.plainText("findings", finding.evidence).join(""),
      agreedBy: [...new Set(finding.agreedBy.flatMap((name) => check.seatNamed(name)?.id ?? []))],
      citations,
    })),
  )
  const record = {
    answer: check.answer(draft.answer),
    why: check.points("why", draft.why),
    dissent: check.seatPoints("dissent", draft.dissent),
    unanswered: check.texts("unanswered", draft.unanswered),
    wouldChange: check.texts("wouldChange", draft.wouldChange),
    nextSteps: check
      .kept("nextSteps", draft.nextSteps)
      .flatMap(({ text, owner }) =>
        check.plainText("nextSteps", text).map((kept) => ({ text: kept, ...check.owner(owner) })),
      ),
    agreedOn: check.points("agreedOn", draft.agreedOn),
    contradictions: check.points("contradictions", draft.contradictions),
    singlePoints: check.seatPoints("singlePoints", draft.singlePoints),
    blindSpots: check.texts("blindSpots", draft.blindSpots),
    findings,
  }
  const leftOut = check.problems.map(({ part, reason, text }) => ({ part, reason, text }))
  return { record: { ...record, leftOut, writtenBy }, problems: check.problems }
}

class RecordCheck {
  readonly problems: RecordProblem[] = []
  readonly #state: DiscussionState
  readonly #said: ReadonlyMap<string, SaidTurn>
  readonly #given: readonly QuotableText[]

  constructor(state: DiscussionState) {
    this.#state = state
    const spoken = state.turns.filter(({ passed }) => !passed)
    this.#said = new Map(spoken.map((turn) => [turn.id, { turn, ...quotable(turn.content) }]))
    const { topic, choices, materials = [] } = state.table
    const asked = [topic, ...choices, ...materials.map(({ text }) => text)]
    const others = state.entries.flatMap((one) => (one.kind === "interjection" ? [one.interjection.content] : []))
    this.#given = [...asked, ...others].map(quotable)
  }

  points(part: RecordPart, points: readonly DraftPoint[]): CitedPoint[] {
    return this.kept(part, points).flatMap((point) => this.cited(part, point))
  }

  seatPoints(part: RecordPart, points: readonly DraftPoint[]): (CitedPoint & { readonly seat: SeatId })[] {
    return this.kept(part, points).flatMap((point) => {
      const seat = this.seatNamed(point.seat)
      if (!seat) {
        if (point.text !== "") this.#leaveOut(part, "unknown_seat", point.text, point.seat)
        return []
      }
      return this.cited(part, point, seat).map((kept) => ({ seat: seat.id, ...kept }))
    })
  }

  texts(part: RecordPart, texts: readonly string[]): string[] {
    return this.kept(part, texts).flatMap((text) => this.plainText(part, text))
  }

  kept<Item>(part: RecordPart, items: readonly Item[]): readonly Item[] {
    const limit = maxItems[part] ?? maxOtherItems
    if (items.length > limit) this.#leaveOut(part, "too_many", "", String(items.length - limit))
    return items.slice(0, limit)
  }

  /** A statement with its valid citations; empty if none is valid. */
  cited(part: RecordPart, { text, citations }: DraftPoint, by?: Seat): CitedPoint[] {
    const [shown] = this.plainText(part, text)
    if (shown === undefined) return []
    if (citations.length === 0) {
      this.#leaveOut(part, "no_citation", text, "")
      return []
    }
    const before = this.problems.length
    const right = citations.slice(0, maxCitations).flatMap((one) => this.#citation(part, one, by))
    const own = right.filter(
      (one, index) => right.findIndex(({ turn, quote }) => turn === one.turn && quote === one.quote) === index,
    )
    if (own.length > 0) return [{ text: shown, citations: own }]
    const wrong = this.problems.splice(before)
    for (const { reason, detail } of wrong.slice(0, 1)) this.#leaveOut(part, reason, text, detail)
    return []
  }

  /** A text without citations; empty if it quotes words that were never said. */
  plainText(part: RecordPart, given: string): string[] {
    const text = this.#shortened(part, this.#withoutUnknownTurns(given), maxTextLength)
    const wrong = this.#unsaid(text)
    if (wrong === undefined) return text === "" ? [] : [text]
    this.#leaveOut(part, "not_quoted", withoutQuotationMarks(text, wrong), wrong)
    return []
  }

  /** The answer is kept; quotation marks around words that were never said are removed. */
  answer(given: string): string {
    let text = this.#shortened("answer", this.#withoutUnknownTurns(given), maxAnswerLength)
    for (let wrong = this.#unsaid(text); wrong !== undefined; wrong = this.#unsaid(text)) {
      this.#leaveOut("answer", "not_quoted", wrong, wrong)
      text = withoutQuotationMarks(text, wrong)
    }
    return text
  }

  /** An owner is kept if it is a seat, or a name that occurs in the discussion. */
  owner(name: string): { readonly owner?: string } {
    const seat = this.seatNamed(name)
    if (seat) return { owner: seat.name }
    const wasNamed = [...this.#said.values(), ...this.#given].some((said) => findQuote(said, name) !== undefined)
    return wasNamed ? { owner: excerpt(name, 60) } : {}
  }

  seatNamed(name: string): Seat | undefined {
    const wanted = name.trim().toLowerCase()
    return this.#state.everyone.find((seat) => seat.name.trim().toLowerCase() === wanted || seat.id === wanted)
  }

  #citation(part: RecordPart, { turn: id, quote }: DraftPoint["citations"][number], by?: Seat): Citation[] {
    const said = this.#said.get(id.trim().toLowerCase())
    if (!said) return this.#leaveOut(part, "unknown_turn", "", id)
    const { turn } = said
    const speakers = turn.subDiscussion?.seats ?? [turn.seat]
    if (by && !speakers.includes(by.id)) return this.#leaveOut(part, "other_speaker", "", `${by.name}, ${turn.id}`)
    const citation = { turn: turn.id, seat: turn.seat }
    if (quote === "") return [citation]
    const words = findQuote(said, quote)
    if (words === undefined) return this.#leaveOut(part, "not_quoted", "", quote)
    return [words.length > maxQuoteLength ? citation : { ...citation, quote: words }]
  }

  #unsaid(text: string): string | undefined {
    const said = () => [...this.#said.values(), ...this.#given]
    return quotationsIn(text).find((words) => !said().some((one) => findQuote(one, words) !== undefined))
  }

  #withoutUnknownTurns(text: string): string {
    const { text: rest, citations } = splitCitations(text)
    return citations.every(({ turn, quote }) => quote === "" && this.#said.has(turn)) ? text : rest
  }

  #shortened(part: RecordPart, text: string, limit: number): string {
    const clean = text.trim()
    if (clean.length <= limit) return clean
    this.#leaveOut(part, "too_long", "", String(clean.length - limit))
    return `${Array.from(clean)
      .slice(0, limit - 1)
      .join("")
      .trimEnd()}…`
  }

  #leaveOut(part: RecordPart, reason: LeftOut["reason"], text: string, detail: string): never[] {
    // A statement that failed a check is shown without quotation marks, never as a quotation.
    const shown = excerpt(splitCitations(text).text.replace(/["“”«»「」]/gu, ""), 200)
    this.problems.push({ part, reason, text: shown, detail: excerpt(detail, 200) })
    return []
  }
}
