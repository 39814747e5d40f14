import { useSyncExternalStore } from "react"

/** A choice of the reader's that this browser keeps, the same in every tab. Without storage it lasts as long as the page. */
export class StoredPreference<Value extends string> {
  readonly #name: string
  readonly #values: readonly Value[]
  readonly #listeners = new Set<() => void>()
  #value: Value

  constructor(name: string, values: readonly Value[], defaultValue: Value) {
    this.#name = name
    this.#values = values
    this.#value = this.#read() ?? defaultValue
    addEventListener("storage", ({ key }) => {
      if (key === name) this.#change(this.#read() ?? defaultValue)
    })
  }

  get value(): Value {
    return this.#value
  }

  set(value: Value): void {
    try {
      localStorage.setItem(this.#name, value)
    } catch {
      // Where the browser keeps nothing, it holds until the tab is closed.
    }
    this.#change(value)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #read(): Value | undefined {
    try {
      return this.#values.find((value) => value === localStorage.getItem(this.#name))
    } catch {
      return undefined
    }
  }

  #change(value: Value): void {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }
}

export function useStoredPreference<Value extends string>(stored: StoredPreference<Value>): Value {
  return useSyncExternalStore(stored.subscribe, () => stored.value)
}
