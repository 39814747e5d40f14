import { useInfiniteQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { type Agent, agentsQuery } from "../../api/agents.ts"

/** All agents there are, page after page; undefined until the first have come. */
export function useAgents(): readonly Agent[] | undefined {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(agentsQuery)
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return data?.pages.flatMap(({ agents }) => agents)
}
