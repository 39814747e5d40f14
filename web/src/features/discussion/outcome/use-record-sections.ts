import type { RecordPart } from "../../../../../src/core/discussion/decision-record.ts"
import type { PublicRecord } from "../../../../../src/core/public/types.ts"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useListFormatter } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useSeats } from "../view/view-store.ts"
import { recordTexts } from "./record-texts.ts"

export interface RecordSection {
  readonly part: RecordPart | "leftOut"
  readonly title: string
  readonly items: readonly RecordItem[]
}

export interface RecordItem {
  readonly text: string
  /** The seat whose point it is. */
  readonly seat?: string
  readonly citations: PublicRecord["why"][number]["citations"]
}

/** A record's non-empty sections in reading order, in the reader's language. */
export function useRecordSections(record: PublicRecord): readonly RecordSection[] {
  const { titles, ...texts } = useTexts(recordTexts)
  const seatOf = useSeats()
  const list = useListFormatter()
  const plain = (items: readonly string[]) => items.map((text) => ({ text, citations: [] }))
  const sections: Readonly<Record<RecordSection["part"], readonly RecordItem[]>> = {
    answer: [],
    why: record.why,
    findings: record.findings.map(({ severity, where, what, evidence, agreedBy, citations }) => ({
      text: [
        `**${texts.severities[severity]}** ${where}: ${what}`,
        evidence,
        agreedBy.length === 0 ? "" : texts.agreedBy(list(agreedBy.map((seat) => seatOf(seat).name))),
      ]
        .filter(Boolean)
        .join(" · "),
      citations,
    })),
    dissent: record.dissent,
    unanswered: plain(record.unanswered),
    wouldChange: plain(record.wouldChange),
    nextSteps: plain(
      record.nextSteps.map(({ text, owner }) => (owner === undefined ? text : `${text} ${texts.owner(owner)}`)),
    ),
    agreedOn: record.agreedOn,
    contradictions: record.contradictions,
    singlePoints: record.singlePoints,
    blindSpots: plain(record.blindSpots),
    leftOut: plain(
      record.leftOut.map(({ part, reason, text }) =>
        [`${titles[part as RecordPart] ?? part}: ${texts.leftOutReasons[reason]}`, text].filter(Boolean).join(" · "),
      ),
    ),
  }
  return Object.entries(sections).flatMap(([name, items]) => {
    const part = name as RecordSection["part"]
    return items.length === 0 ? [] : [{ part, title: part === "leftOut" ? texts.leftOut : titles[part], items }]
  })
}

/** The record as Markdown, for the clipboard. */
export function writeRecord(
  topic: string,
  answer: { readonly title: string; readonly text: string },
  sections: readonly RecordSection[],
  nameOf: (seat: string) => string,
): string {
  const source = ({ turn, seat, quote }: RecordItem["citations"][number]) =>
    `${nameOf(seat)}, ${turn}${quote === undefined ? "" : `: “${quote}”`}`
  const line = ({ text, seat, citations }: RecordItem) =>
    `- ${seat === undefined ? "" : `${nameOf(seat)}: `}${text}${citations.length === 0 ? "" : ` (${citations.map(source).join("; ")})`}`
  return stripUnsafeCharacters(
    [
      `# ${topic}`,
      `## ${answer.title}`,
      answer.text,
      ...sections.flatMap(({ title, items }) => [`## ${title}`, items.map(line).join("\n")]),
    ].join("\n\n"),
  )
}
