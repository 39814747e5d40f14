import { useCallback, useState } from "react"

/** A draft that this browser keeps until it is sent, also across reloads. */
export function useStoredDraft<Value>(name: string, empty: Value): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => readDraft<Value>(name) ?? empty)
  const set = useCallback(
    (next: Value) => {
      setValue(next)
      if (next === empty) clearDraft(name)
      else writeDraft(name, next)
    },
    [name, empty],
  )
  return [value, set]
}

export function clearDraft(name: string): void {
  try {
    localStorage.removeItem(key(name))
  } catch {
    // Without storage there is nothing to remove.
  }
}

function readDraft<Value>(name: string): Value | undefined {
  try {
    const text = localStorage.getItem(key(name))
    return text === null ? undefined : (JSON.parse(text) as Value)
  } catch {
    return undefined
  }
}

export function writeDraft(name: string, value: unknown): void {
  try {
    localStorage.setItem(key(name), JSON.stringify(value))
  } catch {
    // Storage is full or forbidden: the draft lasts until the page is closed.
  }
}

const key = (name: string) => `conclave.draft.${name}`
