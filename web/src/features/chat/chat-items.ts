import type { ChatMessage, SquadPrompt } from "../../api/squad.ts"
import type { SquadState } from "./squad-state.ts"

export interface ThreadItem {
  readonly kind: "thread"
  readonly id: string
  /** undefined until fetched: the prompt is older than the loaded messages. */
  readonly prompt: SquadPrompt | undefined
  /** Answers and other messages of the thread; newest last. */
  readonly replies: readonly ChatMessage[]
  /** False if older replies may be missing. */
  readonly isWhole: boolean
  readonly at: string
}

interface MessageItem {
  readonly kind: "message"
  readonly id: string
  readonly message: ChatMessage
  readonly at: string
}

export type ChatItem = ThreadItem | MessageItem

/**
 * The chat as displayed, oldest first: prompts with their threads, and single messages.
 * `allPrompts` includes prompts without loaded messages.
 */
export function toChatItems({ messages, prompts }: SquadState, allPrompts: boolean): readonly ChatItem[] {
  const threads = new Map<string, ChatMessage[]>()
  const items: ChatItem[] = []
  for (const message of messages) {
    const { id, discussion_prompt_id: promptId, created_at: at } = message
    if (promptId === null) items.push({ kind: "message", id, message, at })
    else if (threads.has(promptId)) threads.get(promptId)!.push(message)
    else threads.set(promptId, [message])
  }
  if (allPrompts) for (const id of prompts.keys()) if (!threads.has(id)) threads.set(id, [])
  for (const [id, said] of threads) items.push(toThread(id, prompts.get(id), said))
  return items.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function toThread(id: string, prompt: SquadPrompt | undefined, said: readonly ChatMessage[]): ThreadItem {
  const opening = said.find(({ message_type }) => message_type === "discussion_prompt")
  return {
    kind: "thread",
    id,
    prompt,
    replies: said.filter((message) => message !== opening),
    isWhole: prompt !== undefined && opening !== undefined,
    at: prompt?.created_at ?? said[0]?.created_at ?? "",
  }
}
