import type { PublicRecord } from "../../../../../src/core/public/types.ts"
import { Button } from "../../../components/button.tsx"
import { copyText } from "../../../components/copy-text.ts"
import { Icon } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { SeatChip } from "../../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { TurnLink } from "../positions/positions-panel.tsx"
import { useSeats, useView } from "../view/view-store.ts"
import { recordTexts } from "./record-texts.ts"
import { type RecordItem, type RecordSection, useRecordSections, writeRecord } from "./use-record-sections.ts"

const maxHeadline = 300

/** Maximum length of an answer shown in large type. */
export function answerClass(answer: string): string {
  return answer.length > maxHeadline ? "" : "font-display text-xl leading-snug sm:text-2xl"
}

/** The decision record: answer, reasons, dissent and open questions, each with the turns it cites. */
export function RecordView({ record }: { readonly record: PublicRecord }) {
  const texts = useTexts(recordTexts)
  const seatOf = useSeats()
  const sections = useRecordSections(record)
  const { seat, modelId } = record.writtenBy
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h3 className="mb-2 text-sm font-medium text-quiet">{texts.titles.answer}</h3>
        <div className={answerClass(record.answer)}>
          <Markdown text={record.answer} />
        </div>
      </div>
      {sections.map((section) =>
        section.part === "leftOut" ? (
          <details key={section.part} className="text-sm text-quiet">
            <summary>
              <h3 className="inline font-medium">{`${section.title} (${section.items.length})`}</h3>
            </summary>
            <Items section={section} />
          </details>
        ) : (
          <div key={section.part}>
            <h3 className="mb-2 text-sm font-medium text-quiet">{section.title}</h3>
            <Items section={section} />
          </div>
        ),
      )}
      <p className="text-xs text-quiet">
        {texts.writtenBy({
          name: stripUnsafeCharacters(seatOf(seat).name),
          model: stripUnsafeCharacters(modelId ?? ""),
        })}
      </p>
    </div>
  )
}

function Items({ section: { items } }: { readonly section: RecordSection }) {
  const seatOf = useSeats()
  return (
    <ul className="flex list-disc flex-col gap-2.5 ps-5">
      {items.map(({ text, seat, citations }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record is written once and does not change
        <li key={index}>
          {seat !== undefined && <SeatChip name={seatOf(seat).name} place={seatOf(seat).place} />}
          <Markdown text={text} />
          {citations.map((citation, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Source key={at} citation={citation} />
          ))}
        </li>
      ))}
    </ul>
  )
}

function Source({ citation: { turn, seat, quote } }: { readonly citation: RecordItem["citations"][number] }) {
  const seatOf = useSeats()
  return (
    <p className="mt-0.5 text-sm text-quiet">
      <TurnLink turn={turn}>{`${stripUnsafeCharacters(seatOf(seat).name)}, ${turn}`}</TurnLink>
      {quote !== undefined && (
        <>
          {" "}
          <q dir="auto">{stripUnsafeCharacters(quote)}</q>
        </>
      )}
    </p>
  )
}

/** Copies the record as Markdown. */
export function CopyRecordButton({ record }: { readonly record: PublicRecord }) {
  const texts = useTexts(recordTexts)
  const sections = useRecordSections(record)
  const seatOf = useSeats()
  const topic = useView((view) => view.topic)
  const copy = async () => {
    const answer = { title: texts.titles.answer, text: record.answer }
    const isCopied = await copyText(writeRecord(topic, answer, sections, (seat) => seatOf(seat).name))
    toast(isCopied ? texts.copied : texts.notCopied, isCopied ? "good" : "bad")
  }
  return (
    <Button onClick={copy}>
      <Icon name="copy" className="size-4" />
      {texts.copy}
    </Button>
  )
}
