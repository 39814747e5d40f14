import { useQuery } from "@tanstack/react-query"
import { isOver } from "../../../../../src/core/public/view.ts"
import { discussionQuery, type Outcome } from "../../../api/discussions.ts"
import { useView } from "../view/use-view.ts"

/** What it came to. Where it was stopped or failed the events do not say all of it, so the server is asked. */
export function useOutcome(id: string): Outcome | undefined {
  const told = useView((view) => view.outcome)
  const isDone = useView((view) => isOver(view.status))
  const { data } = useQuery({
    ...discussionQuery(id),
    enabled: isDone && told === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return told ?? data?.outcome ?? undefined
}
