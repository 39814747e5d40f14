import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Panel, projectKeys } from "../../api/projects.ts"
import { request } from "../../api/request.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"

interface OutgoingMessage {
  readonly message: string
  readonly userId: string
}

export interface MessageSender {
  /** What was said last. */
  readonly message: string | undefined
  /** The answer, which comes when the others have spoken, is not there yet. */
  readonly isSending: boolean
  /** It was said and does not stand among the entries yet. */
  isPending(panel: Panel): boolean
  /** Why it was not taken. */
  readonly error: unknown
  /** It was heard although the answer was lost. */
  wasDeliveredAnyway(panel: Panel): boolean
  reset(): void
  send(panel: Panel, said: OutgoingMessage, onRefused: () => void): void
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
  const isHeard = (panel: Panel) => countMessages(panel, say.variables?.message) > before
  return {
    message: say.variables?.message,
    isSending: say.isPending,
    isPending: (panel) => say.isPending && !isHeard(panel),
    error: say.error,
    wasDeliveredAnyway: (panel) => say.isError && isHeard(panel),
    reset: say.reset,
    send(panel, said, onRefused) {
      const heard = countMessages(panel, said.message)
      setBefore(heard)
      // Sent again because the answer was lost it is said once; said again in another turn it is another word.
      say.mutate({ ...said, key: keyFor([said, heard]) }, { onError: onRefused })
    },
  }
}

/** How often people said just this; what others say meanwhile is not the reader's. */
function countMessages({ entries }: Panel, message = ""): number {
  return entries.filter(({ role, content }) => role === "user" && content.trim() === message.trim()).length
}
