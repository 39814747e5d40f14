import { memo, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react"
import type { ChatMessage } from "../../api/squad.ts"
import { Button } from "../../components/button.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import type { ChatItem } from "./chat-items.ts"
import { MessageBody } from "./message-body.tsx"
import { PromptThread } from "./prompt-thread.tsx"
import { AgentAvatar, Speaker, TaskBadge } from "./speaker.tsx"
import { chatTexts } from "./texts.ts"

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

/** A plain message; system messages are less prominent. */
const PlainMessage = memo(function PlainMessage({ message }: { readonly message: ChatMessage }) {
  if (message.message_type === "system") {
    return <p className="px-2 text-center text-sm text-quiet">{stripUnsafeCharacters(message.message)}</p>
  }
  return (
    <article className="flex gap-3 px-1 sm:px-2">
      <AgentAvatar name={message.agent_name} />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Speaker name={message.agent_name} isHuman={message.is_human} modelId={message.model_id} />
          <span className="text-sm text-quiet">
            <RelativeTime at={message.created_at} />
          </span>
          {message.task_ref !== null && <TaskBadge id={message.task_ref} />}
        </div>
        <MessageBody text={message.message} />
      </div>
    </article>
  )
})

/** Keeps the scroll position when older items load above: call `hold` before requesting them. */
function useScrollAnchor(list: RefObject<HTMLElement | null>, oldest: string | undefined): { hold(): void } {
  const held = useRef<{ readonly element: Element; readonly top: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the oldest item changes when items load above
  useLayoutEffect(() => {
    if (held.current === undefined) return
    const { element, top } = held.current
    held.current = undefined
    scrollBy({ top: element.getBoundingClientRect().top - top })
  }, [oldest])
  return {
    hold() {
      const element = list.current?.firstElementChild
      if (element) held.current = { element, top: element.getBoundingClientRect().top }
    },
  }
}
