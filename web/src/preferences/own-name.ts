import { useSyncExternalStore } from "react"

/** Who speaks here without having given a name. */
export const anonymousUserId = "web"

const storageKey = "conclave.name"
const listeners = new Set<() => void>()
let name = readName()

function readName(): string {
  try {
    return localStorage.getItem(storageKey) ?? ""
  } catch {
    return ""
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey) return
    name = readName()
    listener()
  }
  listeners.add(listener)
  addEventListener("storage", onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener("storage", onStorage)
  }
}

function setName(next: string): void {
  name = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // Where the browser keeps nothing, it holds until the tab is closed.
  }
  for (const listener of listeners) listener()
}

/** Under which name the reader speaks; kept by this browser. */
export function useOwnName(): readonly [string, (name: string) => void] {
  return [useSyncExternalStore(subscribe, () => name), setName]
}
