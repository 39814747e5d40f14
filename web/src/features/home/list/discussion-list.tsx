import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useCallback } from "react"
import { discussionListQuery } from "../../../api/discussions.ts"
import { Button } from "../../../components/button.tsx"
import { EmptyState } from "../../../components/empty-state.tsx"
import { Loading } from "../../../components/loading.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { shellTexts } from "../../../shell/texts/index.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts/index.ts"
import { DiscussionRow } from "./discussion-row.tsx"
import { FirstSteps } from "./first-steps.tsx"
import type { ListFilter } from "./list-filter.ts"
import { ListFilters } from "./list-filters.tsx"
import { refreshIntervalMs } from "./refresh-interval.ts"

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
