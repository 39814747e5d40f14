import { useState } from "react"
import { Button } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Icon } from "../../components/icon.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { ChatFilters } from "./chat-filters.tsx"
import { type ChatFilter, emptyFilter, isFiltering } from "./filter-items.ts"
import { OpenPrompts } from "./open-prompts.tsx"
import { isPromptOpen } from "./prompt-state.ts"
import type { SquadState } from "./squad-state.ts"
import { chatTexts } from "./texts/index.ts"

interface ChatSideProps {
  readonly squad: SquadState
  readonly filter: ChatFilter
  readonly onFilter: (filter: ChatFilter) => void
}

/** Beside the conversation: what waits for answers, and filters. On a narrow screen folded away above it. */
export function ChatSide({ squad, filter, onFilter }: ChatSideProps) {
  const texts = useTexts(chatTexts)
  const [isShown, setShown] = useState(false)
  const open = [...squad.prompts.values()]
    .filter(isPromptOpen)
    .sort((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at))

  const go = (id: string) => {
    setShown(false)
    if (!document.getElementById(`prompt-${id}`)) onFilter({ ...emptyFilter, status: "open" })
    requestAnimationFrame(() => {
      const thread = document.getElementById(`prompt-${id}`)
      thread?.scrollIntoView({ block: "center" })
      thread?.focus({ preventScroll: true })
    })
  }

  return (
    <aside aria-label={texts.filter.toggle} className="min-w-0">
      <Button
        size="small"
        className="lg:hidden"
        aria-expanded={isShown}
        aria-controls="chat-side"
        onClick={() => setShown(!isShown)}
      >
        <Icon name="filter" className="size-4" />
        {texts.filter.toggle}
        {open.length > 0 && <span className="text-quiet">· {open.length}</span>}
      </Button>
      <div
        id="chat-side"
        className={classNames(
          "flex-col gap-8 max-lg:mt-4 lg:sticky lg:top-24 lg:flex lg:max-h-[calc(100dvh-7rem)] lg:-mx-2 lg:overflow-y-auto lg:px-2 lg:pb-2",
          isShown ? "flex" : "hidden",
        )}
      >
        <OpenPrompts prompts={open} onGo={go} />
        <section aria-label={texts.filter.title}>
          <h2 className="mb-3 flex items-center justify-between text-sm font-semibold">
            {texts.filter.title}
            {isFiltering(filter) && (
              <Button look="quiet" size="small" onClick={() => onFilter(emptyFilter)}>
                {texts.filter.clear}
              </Button>
            )}
          </h2>
          <ChatFilters filter={filter} onChange={onFilter} />
        </section>
      </div>
    </aside>
  )
}
