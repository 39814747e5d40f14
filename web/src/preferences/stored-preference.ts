import { useSyncExternalStore } from "react"

/** A preference stored in this browser and shared by all tabs; without storage it lasts until the page is closed. */
export class StoredPreference<Value extends string> {
  readonly #name: string
  readonly #values: readonly Value[] | undefined
  readonly #defaultValue: Value
  readonly #listeners = new Set<() => void>()
  #value: Value

  /** Without `values` any text is valid. */
  constructor(name: string, values: readonly Value[] | undefined, defaultValue: Value) {
    this.#name = name
    this.#values = values
    this.#defaultValue = defaultValue
    this.#value = this.#read()
  }

  get value(): Value {
    return this.#value
  }

  set(value: Value): void {
    try {
      localStorage.setItem(this.#name, value)
    } catch {
      // Without storage it lasts until the tab is closed.
    }
    this.#change(value)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) addEventListener("storage", this.#onStorage)
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) removeEventListener("storage", this.#onStorage)
    }
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    if (key === this.#name) this.#change(this.#read())
  }

  #read(): Value {
    try {
      const stored = localStorage.getItem(this.#name) as Value | null
      const isKnown = stored !== null && (this.#values?.includes(stored) ?? true)
      return isKnown ? stored : this.#defaultValue
    } catch {
      return this.#defaultValue
    }
  }

  #change(value: Value): void {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }
}

export function useStoredPreference<Value extends string>(stored: StoredPreference<Value>): Value {
  const value = () => stored.value
  return useSyncExternalStore(stored.subscribe, value, value)
}
