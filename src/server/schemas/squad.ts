import { z } from "@hono/zod-openapi"
import { time } from "../../core/public/part-schemas.ts"
import { messageTypes, promptStatuses } from "../../ports/squad-store.ts"
import { answerPromptSchema, closePromptSchema, longestWaitSeconds, postPromptSchema } from "../../squad/index.ts"
import { listPromptsSchema } from "../../squad/prompts.ts"

// Schemas of other layers may be older than what documents them, so each is laid out anew.
const count = z.number().int().min(0)

export const newPromptSchema = postPromptSchema.clone().openapi("NewPrompt", {
  example: { requester_agent: "planner", prompt_message: "@reviewer: can we drop Node 20?", required_responses: 2 },
})

export const newAnswerSchema = answerPromptSchema.clone().openapi("NewAnswer", {
  example: { agent_name: "reviewer", message: "Yes, from May on." },
})

export const promptActionSchema = closePromptSchema.clone().openapi("PromptAction", { example: { action: "resolve" } })

export const promptParams = z.object({
  id: z.string().openapi({ description: "the prompt's id", example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
})

export const promptQuery = z.strictObject({
  wait: z.coerce
    .number()
    .min(0)
    .max(longestWaitSeconds, `must be at most ${longestWaitSeconds}; ask again for longer`)
    .default(0)
    .openapi({ description: "answer as soon as it is ready, or after so many seconds as it stands then" }),
})

export const promptsQuery = listPromptsSchema.extend({
  limit: z.coerce.number().int().min(1).max(500).default(100).openapi({ description: "how many at most" }),
})

const collectedAnswerSchema = z
  .object({ agent: z.string(), message: z.string(), created_at: time })
  .openapi("CollectedAnswer")

export const promptSchema = z
  .object({
    id: z.string(),
    task_id: z.string().nullable(),
    requester_agent: z.string(),
    prompt_message: z.string(),
    required_responses: count,
    timeout_minutes: z.number(),
    status: z.enum(promptStatuses),
    collected_context: z.array(collectedAnswerSchema),
    squad_chat_id: z.string(),
    resolved_at: time.nullable(),
    created_at: time,
    expires_at: time,
    mentions: z.array(z.string()),
    seq: count,
  })
  .openapi("Prompt")

export const chatMessageSchema = z
  .object({
    id: z.string(),
    seq: count.openapi({ description: "also the id of its event" }),
    agent_name: z.string(),
    message: z.string(),
    is_human: z.boolean(),
    task_ref: z.string().nullable(),
    discussion_prompt_id: z.string().nullable(),
    message_type: z.enum(messageTypes),
    model_id: z.string().nullable(),
    created_at: time,
  })
  .openapi("ChatMessage")

export const postedPrompt = z.object({ prompt: promptSchema, chat: chatMessageSchema }).openapi("PostedPrompt")
export const promptResponse = z.object({ prompt: promptSchema }).openapi("PromptAnswer")
export const promptList = z.object({ prompts: z.array(promptSchema) }).openapi("PromptList")

export const promptDetail = z
  .object({
    prompt: promptSchema,
    responses: z.array(chatMessageSchema),
    ready: z.boolean().openapi({ description: "nothing more will come: go on with what was collected" }),
    responseCount: count,
    requiredResponses: count,
    collectedContext: z.array(collectedAnswerSchema),
  })
  .openapi("PromptDetail")
