import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useParams } from "@tanstack/react-router"
import { createContext, type KeyboardEvent, useContext, useState } from "react"
import type { Item } from "../../../../../src/core/public/view.ts"
import { discussionKeys, discussionPath, postDiscussionAction } from "../../../api/discussions.ts"
import { request } from "../../../api/request.ts"
import { copyText } from "../../../components/copy-text.ts"
import { useErrorText } from "../../../components/problem-note.tsx"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { turnsOf } from "../positions/position-history.ts"
import { discussionTexts } from "../texts.ts"
import { ViewContext } from "../view/view-store.ts"

/** Runs an action on the server and shows errors. Its effect arrives as events, as in every other tab. */
export function useDiscussionAction(id: string) {
  const [busy, setBusy] = useState<string>()
  const errorText = useErrorText()
  const act = (verb: string, body?: unknown) => attempt(verb, () => postDiscussionAction(id, verb, body))
  const remove = (part: string) => attempt(part, () => request(`${discussionPath(id)}/${part}`, { method: "DELETE" }))
  const attempt = async (verb: string, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(verb)
    try {
      await work()
      return true
    } catch (error) {
      toast(errorText(error), "bad")
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return { act, remove, isBusy: (verb: string) => busy === verb }
}

/** The last completed turn before this one. */
export function turnBefore(items: readonly Item[], turn: string): string | undefined {
  const ended = turnsOf(items).filter((item) => item.turn ?? item.skip)
  return ended[ended.findIndex(({ key }) => key === turn) - 1]?.key
}

/** Forks the discussion to retry a turn and opens the fork. Logs are never rewritten. */
export function useTurnAgain(id: string): (turn: string) => Promise<void> {
  const store = useContext(ViewContext)
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async (turn) => {
    // Another seed, so that seeded models do not repeat themselves.
    const changes = { seed: Math.floor(Math.random() * 2 ** 31) }
    try {
      const made = await postDiscussionAction(id, "fork", { atTurn: turnBefore(store.view.items, turn) ?? 0, changes })
      void queries.invalidateQueries({ queryKey: discussionKeys.all })
      void navigate({ to: "/discussions/$id", params: { id: made.id } })
    } catch (error) {
      toast(errorText(error), "bad")
    }
  }
}

/** Opens the fork dialog for a turn (default: the last). undefined if there is no dialog. */
export const ForkContext = createContext<((turn: string | undefined) => void) | undefined>(undefined)

/** Scrolls to a turn of this discussion, even if the URL already names it. */
export const TurnContext = createContext<(turn: string) => void>(() => {})

/** Copies a text to the clipboard and confirms it. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const { actions } = useTexts(discussionTexts)
  return async (text, done) => {
    if (await copyText(text)) toast(done)
    else toast(`${actions.copyFailed} ${text.slice(0, 300)}`, "bad")
  }
}

/** Ctrl or Cmd with Enter, unless an input method is composing. */
export function isSubmitShortcut({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing
}

/** The displayed discussion. */
export function useDiscussionId(): string {
  return useParams({ strict: false }).id ?? ""
}
