import { useMemo, useSyncExternalStore } from "react"
import type { Item } from "../../../../../src/core/public/view.ts"

/** Minimum width for two turns side by side, next to the table and the history. */
const wide = "(min-width: 80rem)"

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener("change", onChange)
  return () => query.removeEventListener("change", onChange)
}

interface Rows {
  /** Items of each row, from top to bottom. */
  readonly rows: readonly (readonly Item[])[]
  /** Row index by item index. */
  readonly rowOf: (index: number) => number
}

/** Groups items into rows: on wide screens, parallel turns share one. */
export function useRows(items: readonly Item[]): Rows {
  const isWide = useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
  return useMemo(() => {
    const rows = isWide ? groupRows(items) : items.map((item) => [item])
    const places = rows.flatMap((row, place) => row.map(() => place))
    return { rows, rowOf: (index) => places[index] ?? 0 }
  }, [items, isWide])
}

/** Consecutive turns of one parallel round share a row; every other item has its own. */
export function groupRows(items: readonly Item[]): readonly (readonly Item[])[] {
  const rows: Item[][] = []
  let isParallel = false
  for (const item of items) {
    if (item.kind === "round") isParallel = item.isParallel
    const last = rows.at(-1)
    const canJoin = isParallel && isSharing(item) && last?.[0] !== undefined && isSharing(last[0])
    if (canJoin) last.push(item)
    else rows.push([item])
  }
  return rows
}

function isSharing(item: Item): boolean {
  return item.kind === "turn" && item.purpose === "turn" && (item.state === "said" || item.state === "speaking")
}
