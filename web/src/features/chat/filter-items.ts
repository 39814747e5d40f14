import type { ChatItem } from "./chat-items.ts"
import { isPromptOpen, isSameName } from "./squad-state.ts"

export const statusFilters = ["all", "open", "resolved", "timed_out", "cancelled", "messages"] as const
export type StatusFilter = (typeof statusFilters)[number]

export interface ChatItemFilter {
  readonly text: string
  readonly status: StatusFilter
  /** Empty means any. */
  readonly agent: string
  /** Only items that involve this name; empty means all. */
  readonly mine: string
}

export const emptyFilter: ChatItemFilter = { text: "", status: "all", agent: "", mine: "" }

export function isFiltering({ text, status, agent, mine }: ChatItemFilter): boolean {
  return text.trim() !== "" || status !== "all" || agent !== "" || mine !== ""
}

/** Whether the filter matches prompts only; then prompts without loaded messages are searched too. */
export function matchesOnlyPrompts({ status }: ChatItemFilter): boolean {
  return status !== "all" && status !== "messages"
}

export function filterChatItems(items: readonly ChatItem[], filter: ChatItemFilter): readonly ChatItem[] {
  if (!isFiltering(filter)) return items
  const words = filter.text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(
    (item) =>
      hasStatus(item, filter.status) &&
      involves(item, filter.agent) &&
      involves(item, filter.mine) &&
      words.every((word) => searchableText(item).includes(word)),
  )
}

function hasStatus(item: ChatItem, status: StatusFilter): boolean {
  if (status === "all") return true
  if (item.kind === "message") return status === "messages"
  if (item.prompt === undefined) return false
  return status === "open" ? isPromptOpen(item.prompt) : item.prompt.status === status
}

/** Whether a name asked the prompt, is addressed by it, or answered it. */
function involves(item: ChatItem, name: string): boolean {
  if (name === "") return true
  return namesIn(item).some((other) => isSameName(other, name))
}

function namesIn(item: ChatItem): readonly string[] {
  if (item.kind === "message") return [item.message.agent_name]
  const asked = item.prompt ? [item.prompt.requester_agent, ...item.prompt.mentions] : []
  return [...asked, ...item.replies.map(({ agent_name }) => agent_name)]
}

function searchableText(item: ChatItem): string {
  const messages = item.kind === "message" ? [item.message] : item.replies
  const said = messages.map(({ agent_name, message }) => `${agent_name}\n${message}`)
  const asked = item.kind === "thread" && item.prompt ? [item.prompt.requester_agent, item.prompt.prompt_message] : []
  return [...asked, ...said].join("\n").toLowerCase()
}
