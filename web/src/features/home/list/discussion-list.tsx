import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { lazy, Suspense, useCallback } from "react"
import { type DiscussionSummary, discussionListQuery } from "../../../api/discussions.ts"
import { Button } from "../../../components/button.tsx"
import { EmptyState } from "../../../components/empty-state.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { Loading } from "../../../components/spinner.tsx"
import { shellTexts } from "../../../shell/texts.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { HistoryRow } from "../../history/history-row.tsx"
import { useLeaving } from "../../history/use-labels.ts"
import { FormatPicture } from "../composer/format-picture.tsx"
import { useFormatName } from "../composer/use-format-name.ts"
import { homeTexts } from "../texts.ts"
import type { ListFilter } from "./list-filter.ts"
import { ListFilters } from "./list-filters.tsx"
import { refreshIntervalMs } from "./refresh-interval.ts"

const route = getRouteApi("/")
const FirstSteps = lazy(async () => ({ default: (await import("./first-steps.tsx")).FirstSteps }))

/** All discussions with their status, newest first. */
export function AllDiscussions() {
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
  const leaving = useLeaving()
  const all = data?.pages.flatMap((page) => page.discussions) ?? []
  const discussions = all.filter(({ id }) => !leaving.has(id))
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (data && discussions.length === 0 && !isFiltered) {
    return (
      <Suspense fallback={<Loading />}>
        <FirstSteps />
      </Suspense>
    )
  }

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
  const { format, round } = discussion
  const formatName = useFormatName()(format).name
  const facts = <span>{`${formatName} · ${round === 0 ? list.notBegun : list.round(round)}`}</span>
  const picture = <FormatPicture format={format} className="mt-0.5 hidden h-8 w-15 shrink-0 opacity-80 sm:block" />
  return <HistoryRow discussion={discussion} facts={facts} picture={picture} />
}
