import { useSyncExternalStore } from "react"

/** Why a key is being asked for: there was none, or the one that was sent opens nothing. */
export type KeyNeed = "missing" | "invalid"

interface KeyState {
  readonly key: string | undefined
  readonly need: KeyNeed | undefined
  readonly isRemembered: boolean
}

const name = "conclave.key"
const listeners = new Set<() => void>()
let state: KeyState = readKept()

function readKept(): KeyState {
  const remembered = keptIn(() => localStorage)
  const key = keptIn(() => sessionStorage) ?? remembered
  return { key, need: undefined, isRemembered: remembered !== undefined }
}

/** Storage may be forbidden; then a key lasts as long as the page. */
function keptIn(storage: () => Storage): string | undefined {
  try {
    return storage().getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function keep(storage: () => Storage, key: string | undefined): void {
  try {
    if (key === undefined) storage().removeItem(name)
    else storage().setItem(name, key)
  } catch {
    // Where the browser keeps nothing, it holds until the tab is closed.
  }
}

function change(next: KeyState): void {
  state = next
  for (const listener of listeners) listener()
}

export function currentKey(): string | undefined {
  return state.key
}

/** Uses a key from now on: for as long as the tab is open, or until it is forgotten. */
export function acceptKey(key: string, isRemembered: boolean): void {
  keep(() => sessionStorage, key)
  keep(() => localStorage, isRemembered ? key : undefined)
  change({ key, need: undefined, isRemembered })
}

export function forgetKey(): void {
  keep(() => sessionStorage, undefined)
  keep(() => localStorage, undefined)
  change({ key: undefined, need: undefined, isRemembered: false })
}

/** The server let nobody in: the page asks its reader. A key that is no longer the one sent is not doubted. */
export function needKey(sent: string | undefined): void {
  if (sent === state.key) change({ ...state, need: sent === undefined ? "missing" : "invalid" })
}

export function dismissKeyNeed(): void {
  change({ ...state, need: undefined })
}

export function useApiKey(): KeyState {
  return useSyncExternalStore(subscribe, () => state)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
