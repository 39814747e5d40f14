import { useCallback, useState } from "react"

/** What somebody is writing. This browser keeps it until it is sent, also when the page is loaded again. */
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
    // Where the browser keeps nothing, nothing is to be removed.
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
    // Full, or forbidden: it lasts as long as the page.
  }
}

const key = (name: string) => `conclave.draft.${name}`
