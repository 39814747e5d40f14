import type { Citation, DecisionRecord, RecordPart } from "../discussion/decision-record.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { Language } from "../languages/language.ts"

/** A section of a record as raw text, not yet escaped. */
export interface RecordSection {
  readonly part: RecordPart | "leftOut"
  readonly title: string
  readonly items: readonly RecordItem[]
}

interface RecordItem {
  readonly text: string
  /** The seat's name, if the point belongs to one seat. */
  readonly speaker?: string
  readonly citations: readonly { readonly turn: string; readonly speaker: string; readonly quote?: string }[]
}

/** The non-empty lists of a record, in reading order, without the answer. */
export function recordSections(
  record: DecisionRecord,
  nameOf: (id: SeatId) => string,
  language: Language,
): readonly RecordSection[] {
  const { titles } = language.record
  const { report } = language
  const cited = (citations: readonly Citation[]) =>
    citations.map(({ turn, seat, quote }) => ({ turn, speaker: nameOf(seat), ...(quote !== undefined && { quote }) }))
  const points = (items: readonly { text: string; citations: readonly Citation[]; seat?: SeatId }[]) =>
    items.map(({ text, citations, seat }) => ({
      text,
      citations: cited(citations),
      ...(seat !== undefined && { speaker: nameOf(seat) }),
    }))
  const texts = (items: readonly string[]) => items.map((text) => ({ text, citations: [] }))
  const findings = record.findings.map(({ severity, where, what, evidence, agreedBy, citations }) => ({
    text: [`[${severity}] ${where}: ${what}`, evidence, agreedBy.map(nameOf).join(", ")].filter(Boolean).join(" · "),
    citations: cited(citations),
  }))
  const steps = record.nextSteps.map(({ text, owner }) => ({
    text: owner === undefined ? text : `${text} (${owner})`,
    citations: [],
  }))
  const leftOut = record.leftOut.map(({ part, reason, text }) => ({
    text: [`${titles[part as RecordPart]}${language.outcomeSentences.colon}${report.leftOutReasons[reason]}`, text]
      .filter(Boolean)
      .join(" · "),
    citations: [],
  }))
  const items: readonly (readonly [RecordSection["part"], readonly RecordItem[]])[] = [
    ["why", points(record.why)],
    ["findings", findings],
    ["dissent", points(record.dissent)],
    ["unanswered", texts(record.unanswered)],
    ["wouldChange", texts(record.wouldChange)],
    ["nextSteps", steps],
    ["agreedOn", points(record.agreedOn)],
    ["contradictions", points(record.contradictions)],
    ["singlePoints", points(record.singlePoints)],
    ["blindSpots", texts(record.blindSpots)],
    ["leftOut", leftOut],
  ]
  return items
    .filter(([, list]) => list.length > 0)
    .map(([part, list]) => ({ part, title: part === "leftOut" ? report.leftOut : titles[part], items: list }))
}
