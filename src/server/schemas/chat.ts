import { z } from "zod"
import { nextCursor } from "../../operations/common.ts"
import { chatMessageSchema, promptSchema } from "../../operations/squad.ts"
import { postMessageSchema } from "../../squad/index.ts"
import { externalIdSchema } from "../../squad/input.ts"

export const newMessageSchema = postMessageSchema.meta({
  id: "NewMessage",
  example: { agent_name: "Kim", message: "I am back.", is_human: true },
})

const seqParam = z.string().regex(/^\d{1,15}$/, "is not an event number; send it as you received it")

export const chatQuery = z.strictObject({
  task_ref: externalIdSchema.optional().describe("filter by task"),
  discussion_prompt_id: externalIdSchema.optional().describe("filter by prompt"),
  limit: z.coerce.number().int().min(1).max(100).default(50).describe("page size"),
  cursor: seqParam.optional().describe("`next` of the previous page"),
})

export const chatEventsQuery = z.strictObject({
  after: seqParam
    .optional()
    .meta({ description: "continue after this event; `Last-Event-ID` takes precedence", example: "12" }),
})

export const messageResponse = z.object({ chat: chatMessageSchema }).meta({ id: "ChatMessageAnswer" })
export const chatPage = z.object({ messages: z.array(chatMessageSchema), next: nextCursor }).meta({ id: "ChatPage" })

const id = z.string().meta({ description: "send it as `Last-Event-ID` to continue here", example: "12" })

export const chatEventStream = {
  "text/event-stream": {
    schema: z
      .array(
        z.discriminatedUnion("event", [
          z.object({ event: z.literal("message"), data: chatMessageSchema, id }),
          z.object({ event: z.literal("prompt"), data: promptSchema, id }),
        ]),
      )
      .describe("server-sent events"),
  },
}
