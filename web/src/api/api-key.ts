import { useSyncExternalStore } from "react"

/** Why the page asks for a key: none was sent, or the one sent was rejected. */
type KeyNeed = "missing" | "invalid"

interface KeyState {
  readonly key: string | undefined
  readonly need: KeyNeed | undefined
  readonly isRemembered: boolean
}

const storageKey = "conclave.key"
const listeners = new Set<() => void>()
let state: KeyState = loadKeyState()

function loadKeyState(): KeyState {
  const remembered = readKey(() => localStorage)
  const key = readKey(() => sessionStorage) ?? remembered
  return { key, need: undefined, isRemembered: remembered !== undefined }
}

/** Storage may be forbidden; then the key lasts until the page is closed. */
function readKey(storage: () => Storage): string | undefined {
  try {
    return storage().getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}

function writeKey(storage: () => Storage, key: string | undefined): void {
  try {
    if (key === undefined) storage().removeItem(storageKey)
    else storage().setItem(storageKey, key)
  } catch {
    // Without storage it lasts until the tab is closed.
  }
}

function setState(next: KeyState): void {
  state = next
  for (const listener of listeners) listener()
}

export function currentKey(): string | undefined {
  return state.key
}

/** Uses a key from now on, for this tab or until it is removed. */
export function saveKey(key: string, isRemembered: boolean): void {
  writeKey(() => sessionStorage, key)
  writeKey(() => localStorage, isRemembered ? key : undefined)
  setState({ key, need: undefined, isRemembered })
}

/** Uses a key in this tab only; a stored one stays for other tabs. */
export function saveKeyForTab(key: string): void {
  writeKey(() => sessionStorage, key)
  setState({ ...state, key, need: undefined })
}

export function forgetKey(): void {
  writeKey(() => sessionStorage, undefined)
  writeKey(() => localStorage, undefined)
  setState({ key: undefined, need: undefined, isRemembered: false })
}

/** The server answered 401: ask for a key, unless the key has changed since the request was sent. */
export function reportUnauthorized(sent: string | undefined): void {
  if (sent === state.key) setState({ ...state, need: sent === undefined ? "missing" : "invalid" })
}

export function dismissKeyNeed(): void {
  setState({ ...state, need: undefined })
}

export function useApiKey(): KeyState {
  return useSyncExternalStore(subscribe, () => state)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
