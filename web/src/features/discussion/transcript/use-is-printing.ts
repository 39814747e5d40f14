import { useSyncExternalStore } from "react"
import { flushSync } from "react-dom"

const listeners = new Set<() => void>()
let isPrinting = false

/** The browser takes what is there when `beforeprint` returns, so all of it must be rendered by then. */
function setPrinting(next: boolean): void {
  isPrinting = next
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}

addEventListener("beforeprint", () => setPrinting(true))
addEventListener("afterprint", () => setPrinting(false))

/** Whether the page is being put on paper, where everything must be there and not only what is in sight. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
