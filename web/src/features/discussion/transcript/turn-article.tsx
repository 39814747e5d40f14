import { Link } from "@tanstack/react-router"
import { useEffect, useId, useState } from "react"
import type { SeatAtTable, TurnItem } from "../../../../../src/core/public/view.ts"
import type { Turn } from "../../../api/discussions.ts"
import { isRehearsalModel } from "../../../api/models.ts"
import { Badge, RehearsalBadge } from "../../../components/badge.tsx"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { SeatAvatar, seatColour } from "../../../components/seat-chip.tsx"
import { Spinner } from "../../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { anonymousUserId } from "../../../preferences/own-name.ts"
import { useFormatters, useTimeFormatter } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useRoleName } from "../../home/composer/use-role-name.ts"
import { continueTexts } from "../continue-texts.ts"
import { LazyReasoning, LazyTurnMenu } from "../lazy-parts.tsx"
import { peopleTexts } from "../people/texts.ts"
import { turnAnswered } from "../positions/position-history.ts"
import { TurnStance } from "../positions/positions-panel.tsx"
import { discussionTexts } from "../texts.ts"
import { useReplay, useSeats, useView } from "../view/view-store.ts"
import { StreamingMarkdown } from "./streamed-markdown.tsx"
import { RetryLines, UnspokenTurn } from "./unspoken-turn.tsx"

interface TurnProps {
  readonly item: TurnItem
  readonly isMarked: boolean
}

export function TurnArticle({ item, isMarked }: TurnProps) {
  const seat = useSeats()(item.seat)
  const isSaid = item.state === "said" || item.state === "speaking"
  return isSaid ? <SpokenTurn item={item} seat={seat} isMarked={isMarked} /> : <UnspokenTurn item={item} seat={seat} />
}

interface SeatedTurn {
  readonly item: TurnItem
  readonly seat: SeatAtTable
}

function SpokenTurn({ item, seat, isMarked }: SeatedTurn & { readonly isMarked: boolean }) {
  const texts = useTexts(discussionTexts)
  const people = useTexts(peopleTexts)
  const name = useId()
  const [isReasoning, setReasoning] = useState(false)
  const { key, state, purpose, turn, modelId = seat.model } = item
  const isSpeaking = state === "speaking"
  const role = useDistinctRole(seat)
  const words = useTexts(continueTexts)
  const isShownAbove = useView(
    (view) => purpose === "synthesis" && !view.record && view.outcome?.solutionFrom === purpose,
  )
  // Before its first word, and between retries, a seat is not speaking.
  const isHeard = useView((view) => (view.live[key]?.text ?? "") !== "")
  const isAwaited = useView((view) => view.open.some((call) => call.id === key && call.isAwaited))
  return (
    <article
      id={key}
      data-key={key}
      tabIndex={-1}
      aria-labelledby={name}
      aria-busy={isSpeaking || undefined}
      style={seatColour(seat.place)}
      className={`group relative -mx-3 my-0.5 rounded-2xl px-3 py-3 outline-offset-0 sm:grid sm:grid-cols-[2.25rem_minmax(0,1fr)] sm:gap-x-4 ${isSpeaking ? "bg-(--seat-soft)" : ""} ${isMarked ? "ring-2 ring-(--seat)" : ""}`}
    >
      <div aria-hidden="true" className="hidden flex-col items-center gap-2 sm:flex">
        <SeatAvatar name={seat.name} place={seat.place} className="size-9 text-xs" />
        <span className="w-px flex-1 bg-(--seat) opacity-25" />
      </div>
      <div className="min-w-0">
        <header className="flex min-h-9 items-center gap-x-2">
          <span className="sm:hidden">
            <SeatAvatar name={seat.name} place={seat.place} className="size-7 text-[0.65rem]" />
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <h3 id={name} className="font-semibold text-(--seat)">
              {stripUnsafeCharacters(seat.name)}
            </h3>
            {seat.kind !== "model" && (
              <Icon name={seat.kind === "human" ? "person" : "plug"} className="size-4 text-quiet" />
            )}
            <span className="text-sm text-quiet">{role}</span>
            {purpose === "synthesis" && <Badge tone="accent">{texts.turn.synthesis}</Badge>}
            {purpose === "interjection" && <Badge>{texts.turn.interjection}</Badge>}
            {isRehearsalModel(modelId) && <RehearsalBadge />}
            {isSpeaking && isHeard && <span className="text-sm text-quiet">{texts.turn.speaking}</span>}
          </div>
          <LazyTurnMenu item={item} name={seat.name} onReasoning={() => setReasoning(true)} />
        </header>
        <RetryLines retries={item.retries} />
        {isReasoning && <LazyReasoning turn={key} name={stripUnsafeCharacters(seat.name)} />}
        {turn?.hidden ? (
          <p className="py-1 text-quiet italic">{people.hidden}</p>
        ) : turn && isShownAbove && !isMarked ? (
          <details>
            <summary className="text-quiet">{words.resultAbove}</summary>
            <Markdown text={turn.content} />
          </details>
        ) : turn ? (
          <FoldedWords text={turn.content} isMarked={isMarked} />
        ) : (
          <LiveTurnText id={key} name={seat.name} isAwaited={isAwaited} since={item.startedAt} />
        )}
        {turn && <EndNote turn={turn} isInterrupted={item.isInterrupted} />}
        {turn?.stance && <SaidStance id={key} stance={turn.stance} />}
        {turn ? (
          <TurnFacts turn={turn} />
        ) : (
          modelId && <p className="mt-2 text-xs text-quiet">{`${key} · ${modelId}`}</p>
        )}
      </div>
    </article>
  )
}

/** About a screen of words. */
const foldedLength = 3_500
const foldedLines = 60

/** A turn longer than a screen is collapsed until expanded or found by the search. */
function FoldedWords({ text, isMarked }: { readonly text: string; readonly isMarked: boolean }) {
  const { turn: texts } = useTexts(discussionTexts)
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > foldedLength || text.split("\n", foldedLines + 1).length > foldedLines
  if (!isLong) return <Markdown text={text} />
  const isFolded = !isOpen && !isMarked
  return (
    <>
      <div className={isFolded ? "folded" : ""}>
        <Markdown text={text} />
      </div>
      {!isMarked && (
        <Button
          size="small"
          look="quiet"
          className="-ms-3 mt-1"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.fold : texts.unfold}
        </Button>
      )}
    </>
  )
}

function SaidStance({ id, stance }: { readonly id: string; readonly stance: NonNullable<Turn["stance"]> }) {
  const items = useView((view) => view.items)
  const answered = stance.answers.map((seat) => ({ seat, turn: turnAnswered(items, id, seat) }))
  return <TurnStance position={stance.position} confidence={stance.confidence} answered={answered} />
}

/** The role is hidden if it equals the name. */
function useDistinctRole({ role, name }: SeatAtTable): string {
  const shown = useRoleName()(role)
  return [role, shown].some((word) => word.toLowerCase() === name.toLowerCase()) ? "" : shown
}

interface EndNoteProps {
  readonly turn: NonNullable<TurnItem["turn"]>
  readonly isInterrupted: boolean
}

function EndNote({ turn, isInterrupted }: EndNoteProps) {
  const { turn: texts } = useTexts(discussionTexts)
  const { finishReason, belowMinimum, subDiscussion: sub } = turn
  const isCut = finishReason === "cut" || isInterrupted
  const why = isCut
    ? texts.cut
    : finishReason in texts.ends
      ? texts.ends[finishReason as keyof typeof texts.ends]
      : undefined
  return (
    <>
      {why && (
        <p className="mt-2 flex items-center gap-2 text-sm text-warn">
          <span aria-hidden="true" className="h-px w-6 bg-current" />
          {why}
        </p>
      )}
      {belowMinimum && <p className="mt-2 text-sm text-quiet">{texts.belowMinimum}</p>}
      {sub && (
        <p className="mt-2 text-sm text-quiet">
          {texts.subDiscussion} ·{" "}
          <Link
            to="/discussions/$id"
            params={{ id: sub.discussionId }}
            className="text-accent underline underline-offset-4"
          >
            {texts.readSubDiscussion}
          </Link>
        </p>
      )}
    </>
  )
}

interface LiveTurnTextProps {
  readonly id: string
  readonly name: string
  readonly isAwaited: boolean
  readonly since: string
}

const secondMs = 1_000

/** Seconds since a time, updated every second. */
function useSecondsSince(at: string): number {
  const passed = () => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / secondMs))
  const [seconds, setSeconds] = useState(passed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time is read again every second
  useEffect(() => {
    const timer = setInterval(() => setSeconds(passed()), secondMs)
    return () => clearInterval(timer)
  }, [at])
  return seconds
}

/** A live turn: the only component rendered for a chunk. */
function LiveTurnText({ id, name, isAwaited, since }: LiveTurnTextProps) {
  const { turn: texts } = useTexts(discussionTexts)
  const heard = useView((view) => view.live[id])
  // In a replay the elapsed time is not waiting time.
  const isReplaying = useReplay().place !== undefined
  if (heard && heard.text !== "") return <StreamingMarkdown key={heard.attempt} text={heard.text} />
  return (
    <p className="flex items-center gap-2 py-1 text-sm text-quiet">
      {!isAwaited && !isReplaying && <Spinner />}
      {isAwaited ? texts.awaited(name) : isReplaying ? texts.speaking : <NoWordsYet since={since} />}
    </p>
  )
}

function NoWordsYet({ since }: { readonly since: string }) {
  const { turn: texts } = useTexts(discussionTexts)
  return texts.waitingForWords(useFormatters().duration(useSecondsSince(since) * secondMs))
}

/** A turn's end time, duration, cost and model. */
function TurnFacts({ turn }: { readonly turn: Turn }) {
  const { turn: texts } = useTexts(discussionTexts)
  const format = useFormatters()
  const time = useTimeFormatter()
  const { timestamp, durationMs, tokenUsage, modelId, author, id } = turn
  const tokens = tokenUsage.promptTokens + tokenUsage.completionTokens
  const facts = [
    id,
    ...(modelId === undefined ? [] : [modelId]),
    ...(author === undefined || author === anonymousUserId ? [] : [texts.by(author)]),
    format.duration(durationMs),
    ...(tokens > 0 ? [texts.tokens(format.compact(tokens))] : []),
    ...(tokenUsage.cost !== undefined ? [format.dollars(tokenUsage.cost)] : []),
    time(timestamp),
  ]
  return <p className="mt-2 text-xs text-quiet">{facts.join(" · ")}</p>
}
