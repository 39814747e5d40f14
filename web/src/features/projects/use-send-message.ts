import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Panel, projectKeys } from "../../api/projects.ts"
import { request } from "../../api/request.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import type { PanelParts } from "./use-panel.ts"

interface OutgoingMessage {
  readonly message: string
  readonly userId: string
}

export interface MessageSender {
  /** What was said last. */
  readonly message: string | undefined
  /** The answer, which comes when the others have spoken, is not there yet. */
  readonly isSending: boolean
  /** It was said and does not stand in the transcript yet. */
  isPending(view: PanelParts): boolean
  /** Why it was not taken. */
  readonly error: unknown
  /** It was heard although the answer was lost. */
  wasDeliveredAnyway(view: PanelParts): boolean
  reset(): void
  send(view: PanelParts, said: OutgoingMessage, onRefused: () => void): void
}

/** Takes the person's turn in a project's panel. */
export function useSendMessage(id: string): MessageSender {
  const queries = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [before, setBefore] = useState(0)
  const say = useMutation({
    mutationFn: ({ key, ...body }: OutgoingMessage & { readonly key: string }) =>
      request<Panel>(`/api/discussions/${encodeURIComponent(id)}`, { method: "POST", body, idempotencyKey: key }),
    onSettled: () => queries.invalidateQueries({ queryKey: projectKeys.panel(id) }),
  })
  const isHeard = (view: PanelParts) => countMessages(view, say.variables?.message) > before
  return {
    message: say.variables?.message,
    isSending: say.isPending,
    isPending: (view) => say.isPending && !isHeard(view),
    error: say.error,
    wasDeliveredAnyway: (view) => say.isError && isHeard(view),
    reset: say.reset,
    send(view, said, onRefused) {
      const heard = countMessages(view, said.message)
      setBefore(heard)
      // Sent again because the answer was lost it is said once; said again in another turn it is another message.
      say.mutate({ ...said, key: keyFor([said, heard]) }, { onError: onRefused })
    },
  }
}

/** How often people said just this, in their turns or out of turn. */
function countMessages({ items, seats }: PanelParts, message = ""): number {
  const people = new Set(seats.flatMap(({ id, kind }) => (kind === "human" ? [id] : [])))
  return items.filter((item) => {
    const content =
      item.kind === "interjection"
        ? item.interjection.content
        : item.kind === "turn" && people.has(item.seat)
          ? item.turn?.content
          : undefined
    return content?.trim() === message.trim()
  }).length
}

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
