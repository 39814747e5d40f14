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

/** A question to the squad; fields are named like the columns. Times are ISO 8601 in UTC, by the database's clock. */
export interface SquadPrompt {
  readonly id: string
  readonly task_id: string | null
  readonly requester_agent: string
  readonly prompt_message: string
  readonly required_responses: number
  readonly timeout_minutes: number
  readonly status: PromptStatus
  /** The latest answer of each counted agent, ordered by the agents' first answers. */
  readonly collected_context: readonly CollectedAnswer[]
  readonly squad_chat_id: string
  readonly resolved_at: string | null
  readonly created_at: string
  readonly expires_at: string
  /** The agents it addresses; empty means everyone. */
  readonly mentions: readonly string[]
  /** Increases with every change; shares its sequence with chat messages. */
  readonly seq: number
}

export interface ChatMessage {
  readonly id: string
  /** Numbers messages and prompt changes in commit order. */
  readonly seq: number
  readonly agent_name: string
  readonly message: string
  readonly is_human: boolean
  readonly task_ref: string | null
  readonly discussion_prompt_id: string | null
  readonly message_type: MessageType
  /** `provider/model` if a model member wrote it. */
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

/** The result of an answer. `repeated`: its idempotency key was known; `chat` is the answer stored before. */
export type AnswerResult =
  | { readonly kind: "stored" | "repeated"; readonly chat: ChatMessage; readonly prompt: SquadPrompt }
  | { readonly kind: "closed"; readonly prompt: SquadPrompt }

export interface PromptWithAnswers {
  readonly prompt: SquadPrompt
  /** Every answer in order, including several by one agent. */
  readonly responses: readonly ChatMessage[]
  /** Time until the prompt's timeout, by the database's clock; 0 once it is closed. */
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
  /** Only messages with a smaller `seq`. */
  readonly before?: number | undefined
  /** Only messages with a greater `seq`. */
  readonly after?: number | undefined
  readonly limit?: number | undefined
}

export type ChatEvent =
  | { readonly type: "message"; readonly seq: number; readonly message: ChatMessage }
  | { readonly type: "prompt"; readonly seq: number; readonly prompt: SquadPrompt }

/** An agent template marked as squad member. */
export interface SquadMember {
  readonly agentId: string
  readonly name: string
  readonly systemPrompt: string
  readonly modelConfig: SeatOptions & { readonly model: string }
}

/**
 * One organisation's squad. Agent names are compared ignoring case and extra whitespace. Every call that returns a prompt
 * first closes it if it has timed out.
 */
export interface SquadStore {
  /** Creates the prompt and its chat message in one transaction. */
  post(prompt: NewPrompt, answerFor?: AnswerFor<PostedPrompt>): Promise<PostedPrompt>
  /** Stores, counts and resolves in one transaction. Throws NOT_FOUND. */
  answer(promptId: string, answer: NewAnswer): Promise<AnswerResult>
  /** Closes the prompt unless it is closed already, and returns it. Throws NOT_FOUND. */
  close(promptId: string, status: "resolved" | "cancelled"): Promise<SquadPrompt>
  /** Throws NOT_FOUND. */
  get(promptId: string): Promise<PromptWithAnswers>
  list(filter?: PromptFilter): Promise<readonly SquadPrompt[]>
  /** Calls back after every change of a prompt by any process, occasionally also without one. Returns the unsubscribe. */
  watch(promptId: string, onChange: () => void): () => void

  /** Posts a message that is neither a prompt nor an answer. Throws NOT_FOUND if its prompt does not exist. */
  postMessage(message: NewMessage, answerFor?: AnswerFor<ChatMessage>): Promise<ChatMessage>
  /** The last matching messages, or with `after` the first; oldest first. */
  chat(filter?: ChatFilter): Promise<readonly ChatMessage[]>
  /** Messages and changed prompts with a `seq` above `after`, in order. Prompts are in their current state. */
  events(after: number, limit?: number): Promise<readonly ChatEvent[]>
  /** The `seq` of the last change; 0 if there is none. */
  lastSeq(): Promise<number>
  /** Like `watch`, for every change of the chat and of any prompt. */
  watchChat(onChange: () => void): () => void

  /** Members that should still answer a prompt: those it names or all, except its asker; empty once it is closed. */
  membersFor(promptId: string): Promise<readonly SquadMember[]>
}
