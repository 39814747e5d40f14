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

/** Asks the server for something and shows its refusal. What came of it is told by the events, here as in every tab. */
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

/** The last turn that had ended before this one in the transcript. */
export function turnBefore(items: readonly Item[], turn: string): string | undefined {
  const ended = turnsOf(items).filter((item) => item.turn ?? item.skip)
  return ended[ended.findIndex(({ key }) => key === turn) - 1]?.key
}

/** Makes a fork in which a turn is asked for again, and goes there. A log is never rewritten. */
export function useTurnAgain(id: string): (turn: string) => Promise<void> {
  const store = useContext(ViewContext)
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async (turn) => {
    // Another seed, so that models that go by it do not say the same again.
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

/** Opens the dialog for a fork from a turn; from the last one where none is named. Undefined where there is none. */
export const ForkContext = createContext<((turn: string | undefined) => void) | undefined>(undefined)

/** Goes to a turn of this discussion, also where that is the one the address names already. */
export const TurnContext = createContext<(turn: string) => void>(() => {})

/** Puts a text where it can be pasted from, and says so. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const { actions } = useTexts(discussionTexts)
  return async (text, done) => {
    if (await copyText(text)) toast(done)
    else toast(`${actions.copyFailed} ${text.slice(0, 300)}`, "bad")
  }
}

/** Ctrl or Cmd with Enter, and not while a word is being composed. */
export function isSubmitShortcut({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !nativeEvent.isComposing
}

/** The discussion that is shown. */
export function useDiscussionId(): string {
  return useParams({ strict: false }).id ?? ""
}
