import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { chatPage, newMessageSchema } from "../../../src/server/schemas/chat.ts"
import type {
  chatMessageSchema,
  newAnswerSchema,
  newPromptSchema,
  postedPrompt,
  promptDetail,
  promptList,
  promptSchema,
} from "../../../src/server/schemas/squad.ts"
import { request } from "./request.ts"

export type ChatMessage = z.infer<typeof chatMessageSchema>
export type Prompt = z.infer<typeof promptSchema>
export type PromptDetail = z.infer<typeof promptDetail>
export type NewPrompt = z.input<typeof newPromptSchema>
export type NewAnswer = z.input<typeof newAnswerSchema>
export type NewMessage = z.input<typeof newMessageSchema>

export const squadKeys = { chat: ["chat"], prompts: ["prompts"] } as const
export const chatEventsPath = "/api/v1/chat/events"

/** A page of the chat, newest last; `next` is the cursor of the older one. */
export function readChat(query: { cursor?: string; limit?: number }, signal?: AbortSignal) {
  return request<z.infer<typeof chatPage>>("/api/v1/chat", { query, ...(signal && { signal }) })
}

export const promptsQuery = queryOptions({
  queryKey: squadKeys.prompts,
  queryFn: async ({ signal }) => (await request<z.infer<typeof promptList>>("/api/discussion", { signal })).prompts,
})

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

export async function closePrompt(id: string, action: "resolve" | "cancel"): Promise<Prompt> {
  const options = { method: "PATCH", body: { action } } as const
  return (await request<{ prompt: Prompt }>(`/api/discussion/${encodeURIComponent(id)}`, options)).prompt
}
