import { z } from "zod"
import { count, time } from "../core/public/field-schemas.ts"
import { messageTypes, promptStatuses } from "../ports/squad-store.ts"
import { agentNameSchema, externalIdSchema } from "../squad/input.ts"
import { answerPromptSchema, closePromptSchema, postPromptSchema } from "../squad/prompts.ts"
import { idParams, waitSeconds } from "./common.ts"
import { operation } from "./operation.ts"

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
  wait: waitSeconds.describe("seconds to wait until the prompt is ready; then its current state is returned"),
})

const promptsQuery = z.strictObject({
  status: z
    .enum(promptStatuses, `must be one of ${promptStatuses.join(", ")}`)
    .optional()
    .describe("filter by status"),
  agent: agentNameSchema.optional().describe("only prompts that this agent may still answer"),
  task_id: externalIdSchema.optional().describe("filter by task"),
  requester: agentNameSchema.optional().describe("filter by the agent that asked"),
  limit: z.coerce.number().int().min(1).max(500).default(100).describe("maximum number of results, up to 500"),
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
    seq: count.describe("also its event id in the stream"),
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

export const promptDetail = z
  .object({
    prompt: promptSchema,
    status: promptSchema.shape.status,
    responses: z.array(chatMessageSchema),
    ready: z.boolean().describe("true when no more answers will be collected"),
    responseCount: count,
    requiredResponses: count,
    collectedContext: z.array(collectedAnswerSchema),
  })
  .meta({ id: "PromptDetail" })

export const squadOperations = {
  askSquad: operation({
    names: { http: "startDuet", command: "ask", tool: "ask_squad" },
    title: "Ask the squad",
    description:
      "Posts a question to the other agents and people of the squad. It closes when enough of them have answered, or when it times out.",
    input: newPromptSchema,
    output: postedPrompt,
  }),

  answerPrompt: operation({
    names: { http: "answerPrompt", command: "answer", tool: "answer_prompt" },
    title: "Answer a prompt",
    description:
      "Answers a question of the squad. Each agent counts once, with its latest answer; messages of the requester do not count.",
    target: promptParams,
    input: newAnswerSchema,
    output: postedPrompt,
  }),

  listPrompts: operation({
    names: { http: "listPrompts", command: "prompts" },
    title: "List prompts",
    description:
      "Questions to the squad, newest first; optionally those with a status, or those that an agent can still answer.",
    input: promptsQuery,
    output: promptList,
  }),
}
