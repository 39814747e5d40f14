import { useInfiniteQuery } from "@tanstack/react-query"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { type Agent, agentsQuery } from "../../api/agents.ts"
import type { StreamState } from "../../api/follow-events.ts"
import type { ChatMessage } from "../../api/squad.ts"
import { Badge } from "../../components/badge.tsx"
import { Button } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { copyText } from "../../components/copy-text.ts"
import { EmptyState } from "../../components/empty-state.tsx"
import { Icon } from "../../components/icon.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { Loading } from "../../components/spinner.tsx"
import { toast } from "../../components/toaster.tsx"
import { shellTexts } from "../../shell/texts.ts"
import { useTexts } from "../../texts/use-language.ts"
import { ChatComposer } from "./chat-composer.tsx"
import { toChatItems } from "./chat-items.ts"
import { ChatSide } from "./chat-side.tsx"
import { Conversation } from "./conversation.tsx"
import { emptyFilter, filterChatItems, isFiltering, matchesOnlyPrompts } from "./filter-items.ts"
import { SquadToolsContext } from "./squad-context.ts"
import type { SquadState } from "./squad-state.ts"
import { normalizeName } from "./squad-state.ts"
import { chatTexts } from "./texts.ts"
import { useAnnouncements } from "./use-announcements.ts"
import { useSquad } from "./use-squad.ts"

export function ChatPage() {
  const texts = useTexts(chatTexts)
  const { errors } = useTexts(shellTexts)
  const { squad, error, refetch, stream, loadOlder, takeIn, loadThread } = useSquad(useAnnouncements())
  const { data: agents } = useInfiniteQuery({ ...agentsQuery, retry: false })
  const [filter, setFilter] = useState(emptyFilter)

  const names = useMemo(() => knownNames(squad, agents?.pages.flatMap((page) => page.agents) ?? []), [squad, agents])
  const tools = useMemo(() => ({ names, takeIn, loadThread }), [names, takeIn, loadThread])
  const items = useMemo(
    () => (squad ? filterChatItems(toChatItems(squad, matchesOnlyPrompts(filter)), filter) : []),
    [squad, filter],
  )
  const { unseen } = useStickToBottom(squad?.messages ?? [])
  const isEmpty = squad !== undefined && squad.messages.length === 0 && squad.prompts.size === 0

  return (
    <SquadToolsContext value={tools}>
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
    </SquadToolsContext>
  )
}

function EmptyChat() {
  const texts = useTexts(chatTexts)
  const command = `curl -s ${location.origin}/api/discussion -H 'content-type: application/json' \\
  -d '{ "requester_agent": "planner", "prompt_message": "Can we drop Node 20?" }'`
  const copy = async () => {
    if (await copyText(command)) toast(texts.copied)
    else toast(texts.notCopied, "bad")
  }
  return (
    <EmptyState
      title={texts.empty.title}
      picture={
        <span className="flex size-14 items-center justify-center rounded-2xl border border-prompt-line bg-prompt">
          <Icon name="chat" className="size-7" />
        </span>
      }
      action={
        <Button onClick={() => void copy()}>
          <Icon name="copy" className="size-4" />
          {texts.empty.copy}
        </Button>
      }
    >
      <p>{texts.empty.lead}</p>
      <p className="mt-2 text-ink">{texts.empty.try}</p>
      <pre className="max-w-full whitespace-pre-wrap rounded-xl border border-line bg-sunken p-4 text-start text-sm text-ink">
        <code>{command}</code>
      </pre>
      <p>{texts.empty.below}</p>
    </EmptyState>
  )
}

/** Connection status: whether the list is up to date. */
function StreamBadge({ state }: { readonly state: StreamState }) {
  const texts = useTexts(chatTexts).stream
  const tone = state === "live" ? "good" : state === "connecting" ? "plain" : "warn"
  return (
    <span role="status">
      <Badge tone={tone}>
        <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
        {texts[state]}
      </Badge>
    </span>
  )
}

/** Names for mentions: squad members and everyone who spoke, asked or was addressed, sorted. */
function knownNames(squad: SquadState | undefined, agents: readonly Agent[]): readonly string[] {
  const members = agents.filter(({ squadMember }) => squadMember).map(({ name }) => name)
  const spoke = squad?.messages.map(({ agent_name }) => agent_name) ?? []
  const asked = [...(squad?.prompts.values() ?? [])].flatMap(({ requester_agent, mentions }) => [
    requester_agent,
    ...mentions,
  ])
  const byKey = new Map<string, string>()
  for (const name of [...members, ...spoke, ...asked])
    if (!byKey.has(normalizeName(name))) byKey.set(normalizeName(name), name)
  return [...byKey.values()].sort((a, b) => a.localeCompare(b))
}

const nearPx = 160

function scrollToBottom(): void {
  scrollTo({ top: document.documentElement.scrollHeight })
}

/** Sticks to the newest message. If the reader has scrolled up, counts new messages instead. */
function useStickToBottom(messages: readonly ChatMessage[]): { readonly unseen: number } {
  const newest = messages.at(-1)?.seq ?? 0
  const latest = useRef(newest)
  latest.current = newest
  /** The newest message when the reader scrolled away from the end. */
  const [leftAt, setLeftAt] = useState<number>()

  useEffect(() => {
    const onScroll = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      const isNear = scrollHeight - clientHeight - scrollY < nearPx
      setLeftAt((before) => (isNear ? undefined : (before ?? latest.current)))
    }
    addEventListener("scroll", onScroll, { passive: true })
    return () => removeEventListener("scroll", onScroll)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new message scrolls the page
  useLayoutEffect(() => {
    if (leftAt === undefined && newest > 0) scrollToBottom()
  }, [newest])

  return { unseen: leftAt === undefined ? 0 : messages.filter(({ seq }) => seq > leftAt).length }
}
