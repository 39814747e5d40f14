import { useState } from "react"

const nameOf = (projectId: string) => `conclave.draft.${projectId}`

/** Keeps what is being written for a panel until this tab is closed. */
export function keepDraft(projectId: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(nameOf(projectId))
    else sessionStorage.setItem(nameOf(projectId), text)
  } catch {
    // Where the browser keeps nothing, it holds until the tab is closed.
  }
}

function keptDraft(projectId: string): string | null {
  try {
    return sessionStorage.getItem(nameOf(projectId))
  } catch {
    return null
  }
}

/** What is being written for a panel; it outlasts a look at another page. */
export function useMessageDraft(projectId: string, usual: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => keptDraft(projectId) ?? usual)
  return [
    text,
    (next) => {
      keepDraft(projectId, next)
      setText(next)
    },
  ]
}
