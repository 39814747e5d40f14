import type { SeatOptions } from "../core/discussion/seat.ts"
import type { AnswerFor } from "./idempotency-store.ts"

export const promptStatuses = ["pending", "collecting", "resolved", "timed_out", "cancelled"] as const
export type PromptStatus = (typeof promptStatuses)[number]

export const messageTypes = ["message", "discussion_prompt", "discussion_response", "system"] as const
type MessageType = (typeof messageTypes)[number]

export interface CollectedAnswer {
  readonly agent: string
  readonly message: string
  readonly created_at: string
}

/** A question to the squad, named as its table names it. Times are ISO 8601 in UTC, all by the database's clock. */
export interface SquadPrompt {
  readonly id: string
  readonly task_id: string | null
  readonly requester_agent: string
  readonly prompt_message: string
  readonly required_responses: number
  readonly timeout_minutes: number
  readonly status: PromptStatus
  /** The latest answer of each agent that counted, in the order in which they first answered. */
  readonly collected_context: readonly CollectedAnswer[]
  readonly squad_chat_id: string
  readonly resolved_at: string | null
  readonly created_at: string
  readonly expires_at: string
  /** The agents it names; nobody named means everyone. */
  readonly mentions: readonly string[]
  /** Grows with every change, in one line with the numbers of chat messages. */
  readonly seq: number
}

export interface ChatMessage {
  readonly id: string
  /** Numbers messages and changes of prompts in the order in which they were committed. */
  readonly seq: number
  readonly agent_name: string
  readonly message: string
  readonly is_human: boolean
  readonly task_ref: string | null
  readonly discussion_prompt_id: string | null
  readonly message_type: MessageType
  /** `provider/model` where a model member wrote it. */
  readonly model_id: string | null
  readonly created_at: string
}

export interface NewPrompt {
  readonly requester_agent: string
  readonly prompt_message: string
  readonly required_responses: number
  readonly timeout_minutes: number
  readonly task_id: string | null
  readonly mentions: readonly string[]
}

export interface NewAnswer {
  readonly agent_name: string
  readonly message: string
  readonly is_human: boolean
  readonly idempotency_key: string | null
  readonly model_id: string | null
}

export interface NewMessage {
  readonly agent_name: string
  readonly message: string
  readonly is_human: boolean
  readonly message_type: "message" | "system"
  readonly task_ref: string | null
  readonly discussion_prompt_id: string | null
}

export interface PostedPrompt {
  readonly prompt: SquadPrompt
  readonly chat: ChatMessage
}

/** What became of an answer. `repeated`: its key was known, and this is what was stored under it. */
export type AnswerResult =
  | { readonly kind: "stored" | "repeated"; readonly chat: ChatMessage; readonly prompt: SquadPrompt }
  | { readonly kind: "closed"; readonly prompt: SquadPrompt }

export interface PromptWithAnswers {
  readonly prompt: SquadPrompt
  /** Every answer in the order in which they came, also several by one agent. */
  readonly responses: readonly ChatMessage[]
  /** Until the prompt's time is up, by the database's clock; 0 once it is closed. */
  readonly closesInMs: number
}

export interface PromptFilter {
  readonly status?: PromptStatus | undefined
  readonly agent?: string | undefined
  readonly task_id?: string | undefined
  readonly requester?: string | undefined
  readonly limit?: number | undefined
}

export interface ChatFilter {
  readonly task_ref?: string | undefined
  readonly discussion_prompt_id?: string | undefined
  /** Only messages with a smaller, or a greater, number. */
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly limit?: number | undefined
}

export type ChatEvent =
  | { readonly type: "message"; readonly seq: number; readonly message: ChatMessage }
  | { readonly type: "prompt"; readonly seq: number; readonly prompt: SquadPrompt }

/** An agent template marked as a member of the squad. */
export interface SquadMember {
  readonly agentId: string
  readonly name: string
  readonly systemPrompt: string
  readonly modelConfig: SeatOptions & { readonly model: string }
}

/**
 * One organisation's squad. Names of agents are the same where they differ only in case, in spaces at their ends or in
 * how many stand between words. Every call that shows a prompt first closes it if its time is up.
 */
export interface SquadStore {
  /** The prompt and its message in the chat, both or neither. */
  post(prompt: NewPrompt, answerFor?: AnswerFor<PostedPrompt>): Promise<PostedPrompt>
  /** Stores, counts and resolves in one transaction. Throws NOT_FOUND. */
  answer(promptId: string, answer: NewAnswer): Promise<AnswerResult>
  /** Closes it unless it is closed already, and gives back how it stands. Throws NOT_FOUND. */
  close(promptId: string, status: "resolved" | "cancelled"): Promise<SquadPrompt>
  /** Throws NOT_FOUND. */
  get(promptId: string): Promise<PromptWithAnswers>
  list(filter?: PromptFilter): Promise<readonly SquadPrompt[]>
  /** Calls back after every change of a prompt, made by any process, and at times without one; what it returns ends it. */
  watch(promptId: string, onChange: () => void): () => void

  /** A message that is neither a prompt nor an answer. Throws NOT_FOUND where its prompt does not exist. */
  postMessage(message: NewMessage, answerFor?: AnswerFor<ChatMessage>): Promise<ChatMessage>
  /** The newest of those asked for, or with `after` the first of them; newest last. */
  chat(filter?: ChatFilter): Promise<readonly ChatMessage[]>
  /** Messages and changed prompts with a number above `after`, in order. A prompt comes as it stands now. */
  events(after: number, limit?: number): Promise<readonly ChatEvent[]>
  /** The number of the last change; 0 where there was none. */
  lastSeq(): Promise<number>
  /** The same for every change in the chat and of any prompt. */
  watchChat(onChange: () => void): () => void

  /** The members who should answer a prompt and have not: those it names or all, never its asker; none once closed. */
  membersFor(promptId: string): Promise<readonly SquadMember[]>
}
