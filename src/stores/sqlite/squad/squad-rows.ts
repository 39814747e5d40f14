import type { ChatMessage, MessageType, PromptStatus, SquadPrompt } from "../../../ports/squad-store.ts"
import { isExpired } from "../schema/squad-triggers.ts"

interface PromptRow {
  readonly id: string
  readonly task_id: string | null
  readonly requester_agent: string
  readonly prompt_message: string
  readonly required_responses: number
  readonly timeout_minutes: number
  readonly status: PromptStatus
  readonly collected_context: string
  readonly squad_chat_id: string
  readonly resolved_at: string | null
  readonly created_at: string
  readonly mentions: string
  readonly seq: number
  /** Shown as open though its time is up: whoever sees this closes it and looks again. */
  readonly is_expired: number
}

interface ChatRow {
  readonly id: string
  readonly seq: number
  readonly agent_name: string
  readonly message: string
  readonly is_human: number
  readonly task_ref: string | null
  readonly discussion_prompt_id: string | null
  readonly message_type: MessageType
  readonly model_id: string | null
  readonly created_at: string
}

export type { ChatRow, PromptRow }

export const selectPrompt = `SELECT p.*, ${isExpired("p")} AS is_expired FROM discussion_prompts p`

const iso = (time: string) => new Date(time).toISOString()

/** When a prompt's time is up, in milliseconds. */
export function expiryOf({ created_at, timeout_minutes }: PromptRow): number {
  return Math.round(Date.parse(created_at) + timeout_minutes * 60_000)
}

export function promptOf(row: PromptRow): SquadPrompt {
  const { id, task_id, requester_agent, prompt_message, required_responses, timeout_minutes, status, seq } = row
  return {
    ...{ id, task_id, requester_agent, prompt_message, required_responses, timeout_minutes, status },
    collected_context: JSON.parse(row.collected_context),
    squad_chat_id: row.squad_chat_id,
    resolved_at: row.resolved_at && iso(row.resolved_at),
    created_at: iso(row.created_at),
    expires_at: new Date(expiryOf(row)).toISOString(),
    mentions: JSON.parse(row.mentions),
    seq,
  }
}

export function chatOf(row: ChatRow): ChatMessage {
  const { id, seq, agent_name, message, is_human, task_ref, discussion_prompt_id, message_type, model_id } = row
  const about = { task_ref, discussion_prompt_id, message_type, model_id }
  return { id, seq, agent_name, message, is_human: is_human === 1, ...about, created_at: iso(row.created_at) }
}
