import { useSyncExternalStore } from "react"
import { flushSync } from "react-dom"

const listeners = new Set<() => void>()
let isPrinting = false

/** Everything must be rendered before `beforeprint` returns. */
function setPrinting(next: boolean): void {
  isPrinting = next
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}

addEventListener("beforeprint", () => setPrinting(true))
addEventListener("afterprint", () => setPrinting(false))

/** Whether the page is being printed; then all rows are rendered, not only visible ones. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
