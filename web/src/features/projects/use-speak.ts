import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Panel, projectKeys } from "../../api/projects.ts"
import { request } from "../../api/request.ts"
import { useDraftKey } from "../../api/use-draft-key.ts"

interface Said {
  readonly message: string
  readonly userId: string
}

export interface Speaking {
  /** What was said last. */
  readonly message: string | undefined
  /** The answer, which comes when the others have spoken, is not there yet. */
  readonly isSending: boolean
  /** It was said and does not stand among the entries yet. */
  isPending(panel: Panel): boolean
  /** Why it was not taken. */
  readonly error: unknown
  /** It was heard although the answer was lost. */
  isHeardAfterAll(panel: Panel): boolean
  forget(): void
  speak(panel: Panel, said: Said, onRefused: () => void): void
}

/** Takes the person's turn in a project's panel. */
export function useSpeak(id: string): Speaking {
  const queries = useQueryClient()
  const keyFor = useDraftKey()
  const [before, setBefore] = useState(0)
  const say = useMutation({
    mutationFn: ({ key, ...body }: Said & { readonly key: string }) =>
      request<Panel>(`/api/discussions/${encodeURIComponent(id)}`, { method: "POST", body, idempotencyKey: key }),
    onSettled: () => queries.invalidateQueries({ queryKey: projectKeys.panel(id) }),
  })
  const isHeard = (panel: Panel) => timesSaid(panel, say.variables?.message) > before
  return {
    message: say.variables?.message,
    isSending: say.isPending,
    isPending: (panel) => say.isPending && !isHeard(panel),
    error: say.error,
    isHeardAfterAll: (panel) => say.isError && isHeard(panel),
    forget: say.reset,
    speak(panel, said, onRefused) {
      const heard = timesSaid(panel, said.message)
      setBefore(heard)
      // Sent again because the answer was lost it is said once; said again in another turn it is another word.
      say.mutate({ ...said, key: keyFor([said, heard]) }, { onError: onRefused })
    },
  }
}

/** How often people said just this; what others say meanwhile is not the reader's. */
function timesSaid({ entries }: Panel, message = ""): number {
  return entries.filter(({ role, content }) => role === "user" && content.trim() === message.trim()).length
}
