import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useCallback } from "react"
import { type DiscussionSummary, discussionListQuery } from "../../../api/discussions.ts"
import { StatusBadge } from "../../../components/badge.tsx"
import { Button } from "../../../components/button.tsx"
import { EmptyState } from "../../../components/empty-state.tsx"
import { Icon } from "../../../components/icon.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { RelativeTime } from "../../../components/relative-time.tsx"
import { Loading } from "../../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { shellTexts } from "../../../shell/texts/index.ts"
import { useLanguage, useTexts } from "../../../texts/use-language.ts"
import { FormatPicture, presets } from "../composer/format-picture.tsx"
import { useFormatName } from "../composer/use-format-name.ts"
import { useStartDiscussion } from "../composer/use-start-discussion.ts"
import { homeTexts } from "../texts/index.ts"
import type { ListFilter } from "./list-filter.ts"
import { ListFilters } from "./list-filters.tsx"

const route = getRouteApi("/")

/** All discussions, newest first, as they stand. */
export function DiscussionList() {
  const { list } = useTexts(homeTexts)
  const { errors } = useTexts(shellTexts)
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  const setFilter = useCallback(
    (search: ListFilter) => void navigate({ search, replace: true, resetScroll: false }),
    [navigate],
  )
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...discussionListQuery(filter),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => refreshIntervalMs(state.data?.pages ?? []),
  })
  const discussions = data?.pages.flatMap((page) => page.discussions) ?? []
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (data && discussions.length === 0 && !isFiltered) return <FirstSteps />

  return (
    <section aria-labelledby="discussions">
      <h2 id="discussions" className="mb-3 font-display text-2xl font-medium">
        {list.title}
      </h2>
      <ListFilters filter={filter} onChange={setFilter} />
      <p role="status" className="sr-only">
        {data && isFiltered ? list.found(discussions.length) : ""}
      </p>
      {isPending && <Loading />}
      {error && (
        <div className="mt-4 flex flex-col items-start gap-3">
          <ProblemNote error={error} />
          <Button size="small" onClick={() => void refetch()}>
            {errors.tryAgain}
          </Button>
        </div>
      )}
      {data && discussions.length === 0 && (
        <EmptyState title={list.noneFound} action={<Button onClick={() => setFilter({})}>{list.clear}</Button>}>
          <p>{list.noneFoundLead}</p>
        </EmptyState>
      )}
      <ul className="-mx-3 mt-3 flex flex-col">
        {discussions.map((discussion) => (
          <DiscussionRow key={discussion.id} discussion={discussion} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-3 w-full" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {list.more}
        </Button>
      )}
    </section>
  )
}

function DiscussionRow({ discussion }: { readonly discussion: DiscussionSummary }) {
  const { list } = useTexts(homeTexts)
  const { id, topic, format, status, round, updatedAt } = discussion
  const formatName = useFormatName()(format).name
  return (
    <li>
      <Link
        to="/discussions/$id"
        params={{ id }}
        className="group flex gap-3 rounded-xl px-3 py-3 transition-colors hover:bg-sunken"
      >
        <FormatPicture format={format} className="mt-0.5 hidden h-8 w-15 shrink-0 opacity-80 sm:block" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium group-hover:text-accent-strong" dir="auto">
            {stripUnsafeCharacters(topic)}
          </span>
          <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-quiet">
            <StatusBadge status={status} />
            <span>{formatName}</span>
            <span aria-hidden="true">·</span>
            <span>{round === 0 ? list.notBegun : list.round(round)}</span>
            <span aria-hidden="true">·</span>
            <RelativeTime at={updatedAt} />
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Before the first discussion: what this is, and one click to see it. */
function FirstSteps() {
  const { first } = useTexts(homeTexts)
  const [language] = useLanguage()
  const start = useStartDiscussion()
  const rehearse = () =>
    start.mutate({
      format: presets[0]!,
      topic: first.rehearsalTopic,
      language,
      seats: [{ model: "rehearsal/steady" }, { model: "rehearsal/curious" }],
    })
  return (
    <EmptyState
      title={first.title}
      picture={<FormatPicture format={presets.at(-1)!} className="h-28" />}
      action={
        <Button look="primary" isBusy={start.isPending} onClick={rehearse}>
          <Icon name="play" className="size-4" />
          {first.rehearse}
        </Button>
      }
    >
      {first.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ProblemNote error={start.error} />
    </EmptyState>
  )
}

const activeMs = 3_000
const idleMs = 15_000

/** How soon to look again: soon where something is going on, and less often the more there is to fetch. */
export function refreshIntervalMs(pages: readonly { readonly discussions: readonly DiscussionSummary[] }[]): number {
  const isBusy = pages.some(({ discussions }) =>
    discussions.some(({ status }) => status === "running" || status === "queued"),
  )
  return (isBusy ? activeMs : idleMs) * Math.max(1, pages.length)
}
