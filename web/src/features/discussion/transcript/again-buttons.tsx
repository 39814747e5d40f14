import { useContext } from "react"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { ForkContext, turnBefore, useDiscussionId, useTurnAgain } from "../actions/use-discussion-action.ts"
import { continueTexts } from "../continue-texts.ts"
import { ViewContext } from "../view/view-store.ts"

/** Under a turn whose model failed: ask it again, or another one. Both are forks, since a log is never rewritten. */
export function AgainButtons({ turn }: { readonly turn: string }) {
  const texts = useTexts(continueTexts)
  const store = useContext(ViewContext)
  const again = useTurnAgain(useDiscussionId())
  const openFork = useContext(ForkContext)
  return (
    <div className="mt-1.5 flex flex-wrap gap-2 ps-9 sm:ps-12">
      <Button size="small" onClick={() => again(turn)}>
        <Icon name="refresh" className="size-4" />
        {texts.again}
      </Button>
      <Button size="small" onClick={() => openFork(turnBefore(store.view.items, turn) ?? "")}>
        <Icon name="branch" className="size-4" />
        {texts.otherModel}
      </Button>
    </div>
  )
}
