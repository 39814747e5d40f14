import { useSyncExternalStore } from "react"
import { stripUnsafeCharacters } from "./strip-unsafe-characters.ts"

const listeners = new Set<() => void>()
let announcement = { text: "", count: 0 }

/** Announces a message to screen readers, politely; nothing is visible. */
export function announce(text: string): void {
  announcement = { text: stripUnsafeCharacters(text), count: announcement.count + 1 }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The page's live region. Two elements alternate, so that repeated messages are announced again. */
export function Announcer() {
  const { text, count } = useSyncExternalStore(subscribe, () => announcement)
  return (
    <>
      <div aria-live="polite" className="sr-only">
        {count % 2 === 0 ? text : ""}
      </div>
      <div aria-live="polite" className="sr-only">
        {count % 2 === 1 ? text : ""}
      </div>
    </>
  )
}
