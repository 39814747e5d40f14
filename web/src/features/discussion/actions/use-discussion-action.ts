import { createContext, type KeyboardEvent, useState } from "react"
import { postDiscussionAction } from "../../../api/discussions.ts"
import { copyText } from "../../../components/copy-text.ts"
import { useErrorText } from "../../../components/problem-note.tsx"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"

/** Asks the server for something and shows its refusal. What came of it is told by the events, here as in every tab. */
export function useDiscussionAction(id: string) {
  const [busy, setBusy] = useState<string>()
  const errorText = useErrorText()
  const act = async (verb: string, body?: unknown): Promise<boolean> => {
    setBusy(verb)
    try {
      await postDiscussionAction(id, verb, body)
      return true
    } catch (error) {
      toast(errorText(error), "bad")
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return { act, isBusy: (verb: string) => busy === verb }
}

/** Opens the dialog for a fork from a turn; from the last one where none is named. Undefined where there is none. */
export const ForkContext = createContext<((turn: string | undefined) => void) | undefined>(undefined)

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
