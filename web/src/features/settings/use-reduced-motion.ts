import { useSyncExternalStore } from "react"

const query = matchMedia("(prefers-reduced-motion: reduce)")

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener)
  return () => query.removeEventListener("change", listener)
}

/** Whether the reader's system asks for less motion; the style sheet heeds it everywhere. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
