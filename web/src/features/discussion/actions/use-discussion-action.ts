import { useState } from "react"
import { postDiscussionAction } from "../../../api/discussions.ts"
import { toast } from "../../../components/toaster.tsx"
import { useErrorText } from "../../../components/use-error-text.ts"

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
