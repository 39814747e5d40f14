import { Link } from "@tanstack/react-router"
import { memo, type ReactNode } from "react"
import type {
  InterjectionItem,
  Item,
  Note,
  NoteItem,
  RoundItem,
  SubDiscussionItem,
} from "../../../../../src/core/public/view.ts"
import { Icon, type IconName } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters, useListFormatter, useTimeFormatter } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { BallotCard } from "../ballots/ballot-card.tsx"
import { discussionTexts } from "../texts.ts"
import { useSeats, useView } from "../view/view-store.ts"
import { TurnArticle } from "./turn-article.tsx"

interface TranscriptRowProps {
  readonly item: Item
  /** Target of a link, a search or keyboard navigation. */
  readonly isMarked: boolean
  /** Shown at the end of the discussion. */
  readonly end: ReactNode
}

/** One item of the transcript, rendered again only when it changes. */
export const TranscriptRow = memo(({ item, isMarked, end }: TranscriptRowProps) => {
  switch (item.kind) {
    case "turn":
      return <TurnArticle item={item} isMarked={isMarked} />
    case "ballot":
      return <BallotCard item={item} isMarked={isMarked} />
    case "round":
      return <RoundHeading item={item} />
    case "interjection":
      return <InterjectionCard item={item} isMarked={isMarked} />
    case "sub-discussion":
      return <SubDiscussionCard item={item} />
    case "note":
      return <NoteLine item={item} />
    case "end":
      return end
  }
})

interface InterjectionCardProps {
  readonly item: InterjectionItem
  readonly isMarked: boolean
}

function InterjectionCard({ item: { key, interjection }, isMarked }: InterjectionCardProps) {
  const texts = useTexts(discussionTexts)
  const time = useTimeFormatter()
  const label = texts.interjection.label(stripUnsafeCharacters(interjection.author))
  return (
    <article
      data-key={key}
      tabIndex={-1}
      aria-label={label}
      className={`my-3 ms-auto max-w-[42rem] rounded-2xl border border-dashed border-accent bg-accent-soft px-4 py-3 sm:ms-12 ${isMarked ? "ring-2 ring-accent" : ""}`}
    >
      <p className="mb-1 flex items-center gap-2 text-sm font-medium text-accent-strong">
        <Icon name="person" className="size-4" />
        {label}
        <span className="ms-auto font-normal text-quiet">{time(interjection.timestamp)}</span>
      </p>
      <Markdown text={interjection.content} />
    </article>
  )
}

function RoundHeading({ item: { number, isParallel, summary } }: { readonly item: RoundItem }) {
  const texts = useTexts(discussionTexts)
  const format = useFormatters()
  const rounds = useView((view) => view.options?.rounds)
  const facts = [
    ...(isParallel ? [texts.round.parallel] : []),
    ...(summary ? [texts.round.contributions(summary.contributions)] : []),
    ...(summary && summary.passes > 0 ? [texts.round.passes(summary.passes)] : []),
    ...(summary && summary.skips > 0 ? [texts.round.skips(summary.skips)] : []),
    ...(summary?.novelty !== undefined ? [texts.round.novelty(format.percent(summary.novelty))] : []),
    ...(summary?.aborted ? [texts.round.aborted] : []),
  ]
  return (
    <div className="flex items-center gap-4 pt-6 pb-4">
      <h2 className="font-display text-lg font-medium whitespace-nowrap">{texts.table.roundOf(number, rounds)}</h2>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      {facts.length > 0 && <span className="text-end text-xs text-quiet">{facts.join(" · ")}</span>}
    </div>
  )
}

const icons: Readonly<Record<Note["is"], IconName>> = {
  joined: "add",
  left: "arrow",
  chosen: "hand",
  paused: "pause",
  resumed: "play",
  forked: "branch",
  closing: "check",
  unmeasured: "alert",
  memory: "clock",
  history: "clock",
  budget: "alert",
}

/** A low-key line between turns. */
function NoteLine({ item: { key, note, at } }: { readonly item: NoteItem }) {
  const words = useNoteText()
  const time = useTimeFormatter()
  const { notes, pill } = useTexts(discussionTexts)
  // A pause takes effect after the current turn.
  const isPausing = useView(
    ({ status, open, items }) =>
      note.is === "paused" &&
      status === "paused" &&
      open.some((call) => !call.isAwaited) &&
      items.findLast((item) => item.kind === "note" && item.note.is === "paused")?.key === key,
  )
  return (
    <p
      className={`flex items-center gap-2 py-2 text-sm ${note.is === "budget" ? "text-warn" : "text-quiet"}`}
      title={time(at)}
    >
      <Icon name={icons[note.is]} className="size-4" />
      <span>
        {isPausing ? pill.pausing : words(note)}
        {note.is === "forked" && (
          <>
            {" · "}
            <Link
              to="/discussions/$id"
              params={{ id: note.discussionId }}
              {...(note.atTurn !== null && { hash: note.atTurn })}
              className="text-accent underline underline-offset-4"
            >
              {notes.forkedParent}
            </Link>
          </>
        )}
      </span>
    </p>
  )
}

function useNoteText(): (note: Note) => string {
  const { notes } = useTexts(discussionTexts)
  const format = useFormatters()
  const seatOf = useSeats()
  const name = (id: string) => seatOf(id).name
  return (note) => {
    switch (note.is) {
      case "joined":
        return notes.joined(name(note.seat), note.fromRound)
      case "left":
        return notes.left(name(note.seat))
      case "chosen":
        return notes.chosen(name(note.by), name(note.seat))
      case "paused":
        return notes.paused[note.reason]
      case "unmeasured":
        return notes.unmeasured(note.modelId)
      case "memory":
        return notes.memory(name(note.seat), note.dropped)
      case "history":
        return notes.history(note.dropped)
      case "budget": {
        const duration = (seconds: number) => format.duration(seconds * 1_000)
        const written = { tokens: format.number, seconds: duration, dollars: format.dollars }[note.of]
        return notes.budget[note.of](written(note.used), written(note.limit))
      }
      case "resumed":
      case "forked":
      case "closing":
        return notes[note.is]
    }
  }
}

/** A card that links to a side discussion. */
function SubDiscussionCard({ item }: { readonly item: SubDiscussionItem }) {
  const { subDiscussion: texts } = useTexts(discussionTexts)
  const seatOf = useSeats()
  const list = useListFormatter()
  const { discussionId, seats, topic, status } = item
  return (
    <div className="my-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-sunken px-4 py-3 text-sm sm:ms-12">
      <Icon name="branch" className="size-4 text-quiet" />
      <span className="font-medium">{texts.title(list(seats.map((seat) => seatOf(seat).name)))}</span>
      <span className="text-quiet">{texts[status]}</span>
      <Link
        to="/discussions/$id"
        params={{ id: discussionId }}
        className="ms-auto text-accent underline underline-offset-4"
      >
        {texts.open}
      </Link>
      <span dir="auto" className="w-full truncate text-quiet">
        {stripUnsafeCharacters(topic)}
      </span>
    </div>
  )
}
