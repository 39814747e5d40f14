import type { EventSourceMessage } from "eventsource-parser"
import type { z } from "zod"
import type {
  chatMessageSchema,
  newAnswerSchema,
  newPromptSchema,
  postedPrompt,
  promptDetail,
  promptList,
  promptSchema,
} from "../../../src/operations/squad.ts"
import type { chatPage, newMessageSchema } from "../../../src/server/routes/chat.ts"
import { request } from "./request.ts"

export type ChatMessage = z.infer<typeof chatMessageSchema>
export type SquadPrompt = z.infer<typeof promptSchema>
export type PromptDetail = z.infer<typeof promptDetail>
export type NewPrompt = z.input<typeof newPromptSchema>
export type NewAnswer = z.input<typeof newAnswerSchema>
export type NewMessage = z.input<typeof newMessageSchema>

export const squadKeys = { chat: ["chat"] } as const
export const chatEventsPath = "/api/v1/chat/events"

/** An event of the chat stream: a message, or a prompt in its current state. */
export type ChatEvent =
  | { readonly type: "message"; readonly data: ChatMessage }
  | { readonly type: "prompt"; readonly data: SquadPrompt }

/** Not validated: the server is trusted to follow its OpenAPI document. */
export function decodeChatEvent({ event, data }: EventSourceMessage): ChatEvent {
  return { type: event, data: JSON.parse(data) } as ChatEvent
}

/** A page of the chat, newest last; `next` is the cursor of the older one. */
export function readChat(
  query: { cursor?: string; limit?: number; discussion_prompt_id?: string },
  signal?: AbortSignal,
) {
  return request<z.infer<typeof chatPage>>("/api/v1/chat", { query, ...(signal && { signal }) })
}

/** Prompts, newest first. */
export async function readPrompts(query: { limit?: number }, signal?: AbortSignal): Promise<readonly SquadPrompt[]> {
  const options = { query, ...(signal && { signal }) }
  return (await request<z.infer<typeof promptList>>("/api/discussion", options)).prompts
}

/** A prompt with its answers. Reading an expired prompt closes it. */
export function readPrompt(id: string): Promise<PromptDetail> {
  return request<PromptDetail>(`/api/discussion/${encodeURIComponent(id)}`)
}

export async function postMessage(body: NewMessage, idempotencyKey: string): Promise<ChatMessage> {
  return (await request<{ chat: ChatMessage }>("/api/v1/chat", { method: "POST", body, idempotencyKey })).chat
}

export function postPrompt(body: NewPrompt, idempotencyKey: string) {
  return request<z.infer<typeof postedPrompt>>("/api/discussion", { method: "POST", body, idempotencyKey })
}

export function answerPrompt(id: string, body: NewAnswer, idempotencyKey: string) {
  const options = { method: "POST", body, idempotencyKey } as const
  return request<z.infer<typeof postedPrompt>>(`/api/discussion/${encodeURIComponent(id)}`, options)
}

export async function closePrompt(id: string, action: "resolve" | "cancel"): Promise<SquadPrompt> {
  const options = { method: "PATCH", body: { action } } as const
  return (await request<{ prompt: SquadPrompt }>(`/api/discussion/${encodeURIComponent(id)}`, options)).prompt
}
