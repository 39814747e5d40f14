import type { Citation, DecisionRecord, RecordPart } from "../discussion/decision-record.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { Language } from "../languages/language.ts"

/** A part of a record as text; nothing in it is cleaned or marked up yet. */
export interface RecordSection {
  readonly part: RecordPart | "leftOut"
  readonly title: string
  readonly items: readonly RecordItem[]
}

interface RecordItem {
  readonly text: string
  /** Who said it, where the point is one seat's. */
  readonly speaker?: string
  readonly citations: readonly { readonly turn: string; readonly speaker: string; readonly quote?: string }[]
}

/** A record's lists in the order in which they are read, those without an item left out. The answer stands before them. */
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
