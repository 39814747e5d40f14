import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useSyncExternalStore } from "react"
import {
  type DiscussionLabels,
  type DiscussionSummary,
  deleteDiscussion,
  discussionKeys,
  labelDiscussion,
} from "../../api/discussions.ts"
import { toast, toastMs } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { historyTexts } from "./texts.ts"

/** Discussions that are deleted when the time to undo is over. */
const leaving = new Map<string, { readonly timer: number; readonly send: () => void }>()
const listeners = new Set<() => void>()
let ids: ReadonlySet<string> = new Set()

function changed(): void {
  ids = new Set(leaving.keys())
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Closing the page counts as not undoing.
addEventListener("pagehide", () => {
  for (const { timer, send } of leaving.values()) {
    clearTimeout(timer)
    send()
  }
})

/** Ids of discussions that are hidden until they are deleted. */
export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => ids)
}

/** Actions on a discussion in a list. */
export function useLabels(discussion: DiscussionSummary) {
  const texts = useTexts(historyTexts)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id: shown } = useParams({ strict: false })
  const { id, title } = discussion
  const refresh = () => queries.invalidateQueries({ queryKey: discussionKeys.lists })
  const report = (error: Error) => toast(error.message, "bad")

  const label = async (labels: DiscussionLabels): Promise<void> => {
    try {
      await labelDiscussion(id, labels)
    } catch (error) {
      report(error as Error)
    }
    await refresh()
  }

  const archive = async (): Promise<void> => {
    await label({ archived: true })
    toast(texts.archived(title), "good", { label: texts.undo, run: () => void label({ archived: false }) })
  }

  const remove = () => {
    const send = () => {
      void deleteDiscussion(id)
        .catch(report)
        .then(refresh)
        .finally(() => {
          leaving.delete(id)
          changed()
        })
    }
    leaving.set(id, { timer: window.setTimeout(send, toastMs), send })
    changed()
    if (shown === id) void navigate({ to: "/" })
    const run = () => {
      clearTimeout(leaving.get(id)?.timer)
      leaving.delete(id)
      changed()
    }
    toast(texts.removed(title), "good", { label: texts.undo, run })
  }
  return { label, archive, remove }
}
