import type { Entry } from "../discussion/history.ts"
import type { Settings } from "../discussion/settings.ts"
import type { Table } from "../discussion/table.ts"
import type { Turn } from "../discussion/turn.ts"
import { describeVote } from "../discussion/vote.ts"
import type { Language } from "../languages/language.ts"
import { characterCount, excerpt } from "../text.ts"
import type { SeatView } from "./seat-view.ts"

/** Only labels start a line with this. Such lines in a seat's text are indented, so that no seat can speak for another. */
const labelMark = "<<"

export function label(text: string): string {
  return `${labelMark}${text}>>`
}

/** A label at the start of a line, also after spaces and invisible characters. */
const forgedLabel = /^(?:[^\S\n]|\p{Default_Ignorable_Code_Point})*<</gmu

/** Indents every line that imitates a label. */
export function escapeLabels(text: string): string {
  return text.includes(labelMark)
    ? text.replace(forgedLabel, (found) => `${found.slice(0, -labelMark.length)} ${labelMark}`)
    : text
}

type Names = SeatView["shownName"]

interface RenderedTranscript {
  readonly first: Entry | undefined
  last: Entry | undefined
  readonly lines: string[]
  readonly shownName: string
}

/** Keyed by the table, which lives as long as its discussion. Entries are append-only, so each is rendered once. */
const transcriptCache = new WeakMap<Table, RenderedTranscript>()

interface TranscriptInput {
  readonly table: Table
  readonly entries: readonly Entry[]
  readonly shownName: Names
  readonly language: Language
  /** Entries are hidden from this seat, so the cache is not used. */
  readonly partial?: true
}

export function writeTranscript(input: TranscriptInput): readonly string[] {
  const { table, entries, shownName, language } = input
  if (input.partial) return entries.map((entry) => writeEntry(entry, table, shownName, language))
  const names = table.seats.map((seat) => shownName(seat.id)).join("\n")
  const kept = transcriptCache.get(table)
  const reusable =
    kept !== undefined &&
    kept.shownName === names &&
    kept.first === entries[0] &&
    kept.lines.length <= entries.length &&
    kept.last === entries[kept.lines.length - 1]
  const rendered: RenderedTranscript = reusable
    ? kept
    : { first: entries[0], last: undefined, lines: [], shownName: names }
  for (let index = rendered.lines.length; index < entries.length; index++) {
    rendered.lines.push(writeEntry(entries[index]!, table, shownName, language))
  }
  rendered.last = entries.at(-1)
  if (!reusable) transcriptCache.set(table, rendered)
  return rendered.lines.slice()
}

/** The speaker in a turn's heading; for a sub-discussion all its seats. */
export function speakerName({ seat, purpose, subDiscussion }: Turn, shownName: Names, language: Language): string {
  if (subDiscussion) return language.subDiscussion.heading({ names: subDiscussion.seats.map(shownName) })
  return purpose === "interjection" ? language.labels.interjection({ author: shownName(seat) }) : shownName(seat)
}

function writeEntry(entry: Entry, table: Table, shownName: Names, language: Language): string {
  const limit = table.format.settings.historyStatementMaxLength
  const shorten = (text: string) => escapeLabels(limit > 0 ? excerpt(text, limit) : text)
  switch (entry.kind) {
    case "turn": {
      const { turn } = entry
      const name = speakerName(turn, shownName, language)
      const heading = label(language.labels.turn({ round: turn.roundNumber, name }))
      const end = turn.finishReason === "cut" && !turn.passed ? `\n${label(language.labels.cut)}` : ""
      return `${heading}\n${turn.passed ? language.labels.passed : shorten(turn.content)}${end}`
    }
    case "interjection": {
      const { author, content } = entry.interjection
      return `${label(language.labels.interjection({ author }))}\n${shorten(content)}`
    }
    case "ballot": {
      const { ballot } = entry
      const votes = ballot.secret
        ? []
        : ballot.votes.map((vote) =>
            language.voteLine({
              name: shownName(vote.seat),
              answer: vote.hasConsensus,
              choice: describeVote(vote),
              confidence: vote.confidence,
              reasoning: excerpt(vote.reasoning, limit || 300),
            }),
          )
      const { passed = false, protocol, choice } = ballot.result ?? {}
      const note = language.ballotNote({ asks: ballot.asks, passed, decided: protocol && choice, votes })
      return `${label(language.labels.ballot({ round: ballot.roundNumber }))}\n${escapeLabels(note)}`
    }
  }
}

const maxTopicLength = 60

/** The line that a turn adds to its seat's memory, without a model call; undefined if seats keep no memory. */
export function memoryLine(
  { roundNumber: round, content }: Pick<Turn, "roundNumber" | "content">,
  settings: Settings,
  language: Pick<Language, "memory">,
  about: { readonly speaker: string; readonly topic: string },
): string | undefined {
  if (settings.memoryStyle === "none") return undefined
  const shared = { round, speaker: about.speaker, topic: excerpt(about.topic, maxTopicLength) }
  const write = (words: { readonly excerpt: string }) =>
    language.memory[settings.memoryStyle as "narrative" | "structured"]({ ...shared, ...words })
  if (!settings.memoryTruncation) return write({ excerpt: content })
  const limit = settings.memoryStatementMaxLength
  const around = characterCount(write({ excerpt: "" }))
  return excerpt(write({ excerpt: excerpt(content, Math.max(10, limit - around)) }), limit)
}
