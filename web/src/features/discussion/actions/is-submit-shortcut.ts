import type { KeyboardEvent } from "react"

/** Ctrl or Cmd with Enter, and not while a word is being composed. */
export function isSubmitShortcut({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
