import type { DiscussionSummary } from "../../api/discussions.ts"

type GroupName = "pinned" | "today" | "yesterday" | "week" | "month" | "older"

export interface HistoryItem {
  readonly discussion: DiscussionSummary
  /** Depth below its parent (of a fork or side discussion); 0 if the parent is not in the list. */
  readonly depth: number
}

export interface HistoryGroup {
  readonly name: GroupName
  readonly items: readonly HistoryItem[]
}

const dayMs = 86_400_000

/** Newest first, grouped by day, with forks and side discussions below their parents. */
export function groupDiscussions(discussions: readonly DiscussionSummary[], now: Date): readonly HistoryGroup[] {
  const ids = new Set(discussions.map(({ id }) => id))
  const children = Map.groupBy(discussions, ({ parent }) => parent?.discussionId)
  const withChildren = (discussion: DiscussionSummary, depth: number): readonly HistoryItem[] => [
    { discussion, depth },
    ...(children.get(discussion.id) ?? []).toReversed().flatMap((child) => withChildren(child, depth + 1)),
  ]
  const roots = discussions.filter(({ parent }) => parent === null || !ids.has(parent.discussionId))
  const groups = Map.groupBy(roots, ({ createdAt }) => groupOf(new Date(createdAt), now))
  return [...groups].map(([name, members]) => ({ name, items: members.flatMap((root) => withChildren(root, 0)) }))
}

function groupOf(created: Date, now: Date): GroupName {
  const startOfToday = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const days = Math.ceil((startOfToday - created.getTime()) / dayMs)
  if (days <= 0) return "today"
  if (days === 1) return "yesterday"
  return days <= 7 ? "week" : days <= 30 ? "month" : "older"
}
