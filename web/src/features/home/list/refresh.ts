import type { DiscussionSummary } from "../../../api/discussions.ts"

const busyMs = 3_000
const calmMs = 15_000

/** How soon to look again: soon where something is going on, and less often the more there is to fetch. */
export function refreshMs(pages: readonly { readonly discussions: readonly DiscussionSummary[] }[]): number {
  const isBusy = pages.some(({ discussions }) =>
    discussions.some(({ status }) => status === "running" || status === "queued"),
  )
  return (isBusy ? busyMs : calmMs) * Math.max(1, pages.length)
}
