import { useSyncExternalStore } from "react"
import { stripUnsafeCharacters } from "./strip-unsafe-characters.ts"

const listeners = new Set<() => void>()
let announcement = { text: "", count: 0 }

/** Says something to those who listen to the page, when they are free; nothing is seen. */
export function announce(text: string): void {
  announcement = { text: stripUnsafeCharacters(text), count: announcement.count + 1 }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The page's one live region. Two regions take turns, so that the same words twice are said twice. */
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
