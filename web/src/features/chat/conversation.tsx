import { useCallback, useRef, useState } from "react"
import { Button } from "../../components/button.tsx"
import { useTexts } from "../../texts/use-language.ts"
import type { ChatItem } from "./chat-items.ts"
import { PlainMessage } from "./plain-message.tsx"
import { PromptThread } from "./prompt-thread.tsx"
import { chatTexts } from "./texts/index.ts"
import { useScrollAnchor } from "./use-scroll-anchor.ts"

interface ConversationProps {
  readonly items: readonly ChatItem[]
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  readonly onOlder: () => void
}

/** Threads and messages, oldest first. */
export function Conversation({ items, hasOlder, isLoadingOlder, onOlder }: ConversationProps) {
  const texts = useTexts(chatTexts)
  const list = useRef<HTMLOListElement>(null)
  const place = useScrollAnchor(list, items[0]?.id)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const threads = items.filter(({ kind }) => kind === "thread")
  const areAllCollapsed = threads.length > 0 && threads.every(({ id }) => collapsed.has(id))

  const toggle = useCallback(
    (id: string) => setCollapsed((before) => (before.has(id) ? without(before, id) : new Set([...before, id]))),
    [],
  )

  return (
    <section aria-label={texts.conversation}>
      <h2 className="sr-only">{texts.conversation}</h2>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        {hasOlder ? (
          <Button
            size="small"
            isBusy={isLoadingOlder}
            onClick={() => {
              place.hold()
              onOlder()
            }}
          >
            {texts.older}
          </Button>
        ) : (
          <span className="text-sm text-quiet">{texts.begin}</span>
        )}
        {threads.length > 1 && (
          <Button
            size="small"
            look="quiet"
            onClick={() => setCollapsed(new Set(areAllCollapsed ? [] : threads.map(({ id }) => id)))}
          >
            {areAllCollapsed ? texts.expandAll : texts.collapseAll}
          </Button>
        )}
      </div>
      <ol ref={list} className="flex flex-col gap-5">
        {items.map((item) => (
          <li key={item.id}>
            {item.kind === "message" ? (
              <PlainMessage message={item.message} />
            ) : (
              <PromptThread thread={item} isExpanded={!collapsed.has(item.id)} onToggle={toggle} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function without(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((other) => other !== id))
}
