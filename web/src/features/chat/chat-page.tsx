import { useInfiniteQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { agentsQuery } from "../../api/agents.ts"
import { Button } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { EmptyState } from "../../components/empty-state.tsx"
import { Icon } from "../../components/icon.tsx"
import { Loading } from "../../components/loading.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { shellTexts } from "../../shell/texts/index.ts"
import { useTexts } from "../../texts/use-language.ts"
import { ChatComposer } from "./chat-composer.tsx"
import { toChatItems } from "./chat-items.ts"
import { ChatSide } from "./chat-side.tsx"
import { Conversation } from "./conversation.tsx"
import { EmptyChat } from "./empty-chat.tsx"
import { emptyFilter, filterItems, isFiltering, matchesOnlyPrompts } from "./filter-items.ts"
import { knownNames } from "./known-names.ts"
import { SquadContext } from "./squad-context.ts"
import { StreamBadge } from "./stream-badge.tsx"
import { chatTexts } from "./texts/index.ts"
import { useAnnouncements } from "./use-announcements.ts"
import { useSquad } from "./use-squad.ts"
import { scrollToBottom, useStickToBottom } from "./use-stick-to-bottom.ts"

export function ChatPage() {
  const texts = useTexts(chatTexts)
  const { errors } = useTexts(shellTexts)
  const { squad, error, refetch, stream, loadOlder, takeIn, loadThread } = useSquad(useAnnouncements())
  const { data: agents } = useInfiniteQuery({ ...agentsQuery, retry: false })
  const [filter, setFilter] = useState(emptyFilter)

  const names = useMemo(() => knownNames(squad, agents?.pages.flatMap((page) => page.agents) ?? []), [squad, agents])
  const tools = useMemo(() => ({ names, takeIn, loadThread }), [names, takeIn, loadThread])
  const items = useMemo(
    () => (squad ? filterItems(toChatItems(squad, matchesOnlyPrompts(filter)), filter) : []),
    [squad, filter],
  )
  const { unseen } = useStickToBottom(squad?.messages ?? [])
  const isEmpty = squad !== undefined && squad.messages.length === 0 && squad.prompts.size === 0

  return (
    <SquadContext value={tools}>
      <PageHeader title={texts.title} lead={texts.lead} actions={squad && <StreamBadge state={stream.state} />} />
      {error && !squad && (
        <div className="flex flex-col items-start gap-4">
          <ProblemNote error={error} />
          <Button onClick={() => void refetch()}>{errors.tryAgain}</Button>
        </div>
      )}
      {!squad && !error && <Loading />}
      {squad && (
        <div className={classNames("grid gap-x-10 gap-y-6", !isEmpty && "lg:grid-cols-[minmax(0,1fr)_17rem]")}>
          {!isEmpty && <ChatSide squad={squad} filter={filter} onFilter={setFilter} />}
          <div className={classNames("group/chat flex min-w-0 flex-col", !isEmpty && "lg:order-first")}>
            {isEmpty && <EmptyChat />}
            {!isEmpty && items.length === 0 && (
              <EmptyState
                title={texts.filter.none}
                action={<Button onClick={() => setFilter(emptyFilter)}>{texts.filter.clear}</Button>}
              >
                {squad.older !== null && <p>{texts.filter.noneLead}</p>}
              </EmptyState>
            )}
            {!isEmpty && (items.length > 0 || squad.older !== null) && (
              <Conversation
                items={items}
                hasOlder={squad.older !== null}
                isLoadingOlder={loadOlder.isPending}
                onOlder={() => squad.older !== null && loadOlder.mutate(squad.older)}
              />
            )}
            <ProblemNote error={loadOlder.error} />
            {unseen > 0 && !isFiltering(filter) && (
              <Button
                look="primary"
                size="small"
                onClick={scrollToBottom}
                className="sticky bottom-36 z-10 mt-3 self-center"
              >
                <Icon name="down" className="size-4" />
                {texts.newBelow(unseen)}
              </Button>
            )}
            <ChatComposer onPosted={scrollToBottom} />
          </div>
        </div>
      )}
    </SquadContext>
  )
}
