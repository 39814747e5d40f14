import { z } from "@hono/zod-openapi"
import { postMessageSchema } from "../../squad/chat.ts"
import { nextCursor } from "./pagination.ts"
import { chatMessageSchema } from "./squad.ts"

export const newMessageSchema = postMessageSchema
  .omit({ message_type: true })
  .openapi("NewMessage", { example: { agent_name: "Kim", message: "I am back.", is_human: true } })

const seqParam = z.string().regex(/^\d{1,15}$/, "is none of ours; send it as it came")

export const chatQuery = z.strictObject({
  task_ref: z.string().max(200).optional().openapi({ description: "only messages about this task" }),
  discussion_prompt_id: z
    .string()
    .max(100)
    .optional()
    .openapi({ description: "only messages of this prompt's thread" }),
  limit: z.coerce.number().int().min(1).max(100).default(50).openapi({ description: "how many at most" }),
  cursor: seqParam.optional().openapi({ description: "`next` of the page before" }),
})

export const chatEventsQuery = z.strictObject({
  after: seqParam
    .optional()
    .openapi({ description: "go on after this event; `Last-Event-ID` wins over it", example: "12" }),
})

export const messageResponse = z.object({ chat: chatMessageSchema }).openapi("ChatMessageAnswer")
export const chatPage = z.object({ messages: z.array(chatMessageSchema), next: nextCursor }).openapi("ChatPage")
