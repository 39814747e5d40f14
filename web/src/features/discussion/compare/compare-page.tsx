import { useQueries } from "@tanstack/react-query"
import { Link, useSearch } from "@tanstack/react-router"
import { type Discussion, discussionQuery, type Turn } from "../../../api/discussions.ts"
import { StatusBadge } from "../../../components/badge.tsx"
import { EmptyState } from "../../../components/empty-state.tsx"
import { Markdown } from "../../../components/markdown/markdown.tsx"
import { PageHeader } from "../../../components/page-header.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { SeatAvatar, seatColour } from "../../../components/seat-chip.tsx"
import { Loading } from "../../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { continueTexts } from "../continue-texts.ts"
import { discussionTexts } from "../texts.ts"
import { countSameTurns } from "./count-same-turns.ts"

/** Maximum number of discussions side by side. */
const maxCompared = 6

/** Two or more discussions side by side from where they differ, such as a discussion and its forks. */
export function ComparePage() {
  const texts = useTexts(continueTexts)
  const { ids = "" } = useSearch({ from: "/compare" })
  const wanted = [...new Set(ids.split(",").map((id) => id.trim()))].filter(Boolean).slice(0, maxCompared)
  const answers = useQueries({ queries: wanted.map((id) => discussionQuery(id)) })
  const error = answers.find((answer) => answer.error)?.error
  const discussions = answers.flatMap(({ data }) => (data ? [data] : []))
  return (
    <>
      <PageHeader title={texts.compareTitle} lead={texts.compareLead} />
      {wanted.length < 2 && (
        <EmptyState title={texts.compareTitle}>
          <p>{texts.compareNone}</p>
        </EmptyState>
      )}
      <ProblemNote error={error} />
      {!error && discussions.length < wanted.length && <Loading />}
      {wanted.length > 1 && discussions.length === wanted.length && <Columns discussions={discussions} />}
    </>
  )
}

function Columns({ discussions }: { readonly discussions: readonly Discussion[] }) {
  const texts = useTexts(continueTexts)
  const same = countSameTurns(discussions.map(({ turns }) => turns))
  const isSame = discussions.every(({ turns }) => turns.length === same)
  return (
    <>
      {same > 0 && <p className="mb-4 text-quiet">{isSame ? texts.sameAll : texts.same(same)}</p>}
      <div className="grid auto-cols-[minmax(18rem,1fr)] grid-flow-col gap-6 overflow-x-auto pb-4">
        {discussions.map((discussion, index) => (
          <Column key={discussion.id} number={index + 1} discussion={discussion} from={same} />
        ))}
      </div>
    </>
  )
}

interface ColumnProps {
  /** Distinguishes discussions with the same topic. */
  readonly number: number
  readonly discussion: Discussion
  /** The first turn to show. */
  readonly from: number
}

function Column({ number, discussion, from }: ColumnProps) {
  const { outcome: words } = useTexts(discussionTexts)
  const { id, topic, status, seats, outcome, record, turns } = discussion
  const answer = record?.answer ?? outcome?.solution
  return (
    <section aria-labelledby={`of-${id}`} className="flex min-w-0 flex-col gap-4">
      <header className="rounded-2xl border border-line bg-surface p-4">
        <h2 id={`of-${id}`} dir="auto" className="font-display text-xl leading-tight font-medium">
          <Link to="/discussions/$id" params={{ id }} className="hover:text-accent-strong">
            {number}. {stripUnsafeCharacters(topic.split("\n", 1)[0] ?? "")}
          </Link>
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-quiet">
          <StatusBadge status={status} />
          {seats.map(({ name, model }) => stripUnsafeCharacters(model ? `${name} (${model})` : name)).join(", ")}
        </p>
        {outcome && <p className="mt-3 font-medium">{stripUnsafeCharacters(outcome.sentence)}</p>}
        {answer !== undefined && (
          <div className="mt-2 text-sm">
            <h3 className="sr-only">{words.label}</h3>
            <Markdown text={answer} />
          </div>
        )}
      </header>
      {turns.slice(from).map((turn) => (
        <ComparedTurn key={turn.id} turn={turn} discussion={discussion} />
      ))}
    </section>
  )
}

function ComparedTurn({ turn, discussion }: { readonly turn: Turn; readonly discussion: Discussion }) {
  const { turn: texts } = useTexts(discussionTexts)
  const place = discussion.seats.findIndex(({ id }) => id === turn.role)
  const name = stripUnsafeCharacters(discussion.seats[place]?.name ?? turn.role)
  return (
    <article style={seatColour(Math.max(0, place))} className="min-w-0 text-sm">
      <h3 className="mb-1 flex items-center gap-2 font-semibold text-(--seat)">
        <SeatAvatar name={name} place={Math.max(0, place)} className="size-6 text-[0.6rem]" />
        <Link to="/discussions/$id" params={{ id: discussion.id }} hash={turn.id} className="hover:underline">
          {name} · {turn.id}
        </Link>
      </h3>
      {turn.passed ? <p className="text-quiet">{texts.passed(name)}</p> : <Markdown text={turn.content} />}
    </article>
  )
}
