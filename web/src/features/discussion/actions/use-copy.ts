import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"

/** Puts a text where it can be pasted from, and says so. */
export function useCopy(): (text: string, done: string) => void {
  const { actions } = useTexts(discussionTexts)
  return (text, done) => {
    const failed = () => toast(`${actions.copyFailed} ${text.slice(0, 300)}`, "bad")
    // Over plain HTTP from another machine there is no clipboard.
    if (!navigator.clipboard) failed()
    else navigator.clipboard.writeText(text).then(() => toast(done), failed)
  }
}
