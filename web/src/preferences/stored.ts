import { useSyncExternalStore } from "react"

/** A choice of the reader's that this browser keeps, the same in every tab. Without storage it lasts as long as the page. */
export class Stored<Value extends string> {
  readonly #name: string
  readonly #values: readonly Value[]
  readonly #listeners = new Set<() => void>()
  #value: Value

  constructor(name: string, values: readonly Value[], usual: Value) {
    this.#name = name
    this.#values = values
    this.#value = this.#kept() ?? usual
    addEventListener("storage", ({ key }) => {
      if (key === name) this.#change(this.#kept() ?? usual)
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

  #kept(): Value | undefined {
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

export function useStored<Value extends string>(stored: Stored<Value>): Value {
  return useSyncExternalStore(stored.subscribe, () => stored.value)
}
