import type { DiscussionSummary } from "../../../api/discussions.ts"

const activeMs = 3_000
const idleMs = 15_000

/** Polling interval of the list: short while a discussion runs, longer the more there is to fetch. */
export function refreshIntervalMs(pages: readonly { readonly discussions: readonly DiscussionSummary[] }[]): number {
  const isBusy = pages.some(({ discussions }) =>
    discussions.some(({ status }) => status === "running" || status === "queued"),
  )
  return (isBusy ? activeMs : idleMs) * Math.max(1, pages.length)
}
