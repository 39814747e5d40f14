import { useState } from "react"

const storageKey = (projectId: string) => `conclave.draft.${projectId}`

/** Keeps what is being written for a panel until this tab is closed. */
export function saveDraft(projectId: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(storageKey(projectId))
    else sessionStorage.setItem(storageKey(projectId), text)
  } catch {
    // Where the browser keeps nothing, it holds until the tab is closed.
  }
}

function loadDraft(projectId: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(projectId))
  } catch {
    return null
  }
}

/** What is being written for a panel; it outlasts a look at another page. */
export function useMessageDraft(projectId: string, defaultText: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => loadDraft(projectId) ?? defaultText)
  return [
    text,
    (next) => {
      saveDraft(projectId, next)
      setText(next)
    },
  ]
}
