import type { ChatMessage, SquadPrompt } from "../../../ports/squad-store.ts"
import { isExpired } from "../schema/squad-triggers.ts"

/** SQLite has no lists and no yes or no. */
export type PromptRow = Omit<SquadPrompt, "collected_context" | "mentions" | "expires_at"> & {
  readonly collected_context: string
  readonly mentions: string
  /** Shown as open though its time is up: whoever sees this closes it and looks again. */
  readonly is_expired: number
}

export type ChatRow = Omit<ChatMessage, "is_human"> & { readonly is_human: number }

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
