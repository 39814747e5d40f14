import type { DiscussionFilter, DiscussionStatus } from "../../../api/discussions.ts"

export const statusOrder = [
  ...(["running", "waiting", "queued", "paused", "completed", "failed", "aborted"] as const),
] satisfies readonly DiscussionStatus[]

export type ListFilter = Pick<DiscussionFilter, "q" | "status" | "format">

/** The list filter in the URL; unknown values are ignored. */
export function parseFilter(search: Readonly<Record<string, unknown>>): ListFilter {
  const { q, status, format } = search
  const known = statusOrder.find((name) => name === status)
  return {
    ...(isText(q) && { q: String(q).slice(0, 200) }),
    ...(known && { status: known }),
    ...(isText(format) && { format: String(format).slice(0, 100) }),
  }
}

/** The router reads `?q=42` as a number. */
function isText(value: unknown): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number"
}
