import { z } from "zod"
import { count, time } from "../../core/public/part-schemas.ts"
import { messageTypes, promptStatuses } from "../../ports/squad-store.ts"
import { answerPromptSchema, closePromptSchema, listPromptsSchema, postPromptSchema } from "../../squad/index.ts"
import { idParams, waitSeconds } from "./common.ts"

export const newPromptSchema = postPromptSchema.meta({
  id: "NewPrompt",
  example: { requester_agent: "planner", prompt_message: "@reviewer: can we drop Node 20?", required_responses: 2 },
})

export const newAnswerSchema = answerPromptSchema.meta({
  id: "NewAnswer",
  example: { agent_name: "reviewer", message: "Yes, from May on." },
})

export const promptActionSchema = closePromptSchema.meta({ id: "PromptAction", example: { action: "resolve" } })

export const promptParams = idParams("the prompt's id")

export const promptQuery = z.strictObject({
  wait: waitSeconds.describe("seconds to wait until the prompt is ready; the answer shows it as it is then"),
})

export const promptsQuery = listPromptsSchema.extend({
  limit: z.coerce.number().int().min(1).max(500).default(100).describe("page size"),
})

const collectedAnswerSchema = z
  .object({ agent: z.string(), message: z.string(), created_at: time })
  .meta({ id: "CollectedAnswer" })

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
  .meta({ id: "Prompt" })

export const chatMessageSchema = z
  .object({
    id: z.string(),
    seq: count.describe("also the id of its event in the stream"),
    agent_name: z.string(),
    message: z.string(),
    is_human: z.boolean(),
    task_ref: z.string().nullable(),
    discussion_prompt_id: z.string().nullable(),
    message_type: z.enum(messageTypes),
    model_id: z.string().nullable(),
    created_at: time,
  })
  .meta({ id: "ChatMessage" })

export const postedPrompt = z.object({ prompt: promptSchema, chat: chatMessageSchema }).meta({ id: "PostedPrompt" })
export const promptResponse = z.object({ prompt: promptSchema }).meta({ id: "PromptAnswer" })
export const promptList = z.object({ prompts: z.array(promptSchema) }).meta({ id: "PromptList" })

/** See src/core/public/duet-types.ts. */
export const duetState = z
  .looseObject({
    id: z.string().meta({ example: "disc_0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
    phase: z.string(),
    config: z.looseObject({ prompt: z.string() }),
    rounds: z.array(z.looseObject({ number: count })),
    currentRound: count,
    conversationHistory: z.array(z.looseObject({ role: z.string(), content: z.string() })),
    consensusHistory: z.array(z.looseObject({ isUnanimous: z.boolean(), roundNumber: count })),
    stoppingReason: z.string().optional(),
    startedAt: z.number().optional().describe("milliseconds since 1970, as all times here"),
    completedAt: z.number().optional(),
    totalTokensUsed: z.record(z.string(), z.object({ prompt: count, completion: count })),
  })
  .meta({ id: "Duet" })

export const promptDetail = z
  .object({
    prompt: promptSchema,
    status: promptSchema.shape.status,
    responses: z.array(chatMessageSchema),
    ready: z.boolean().describe("true when no more answers will come; continue with what was collected"),
    responseCount: count,
    requiredResponses: count,
    collectedContext: z.array(collectedAnswerSchema),
  })
  .meta({ id: "PromptDetail" })
