import { z } from "zod"
import { ConclaveError, invalidField } from "../core/errors.ts"
import { parse } from "../core/validation.ts"
import { maxWaitSeconds } from "../ports/clock.ts"
import type {
  ChatMessage,
  CollectedAnswer,
  PostedPrompt,
  PromptStatus,
  PromptWithAnswers,
  SquadPrompt,
} from "../ports/squad-store.ts"
import { Changes, type SquadCreation, type SquadVerb } from "./context.ts"
import { agentNameSchema, externalIdSchema, messageSchema } from "./input.ts"
import { parseMentions } from "./parse-mentions.ts"

const maxResponses = 50
const maxTimeoutMinutes = 7 * 24 * 60

export const postPromptSchema = z.strictObject({
  requester_agent: agentNameSchema.describe("the agent that asks"),
  prompt_message: messageSchema.describe("the question; @name addresses an agent"),
  task_id: externalIdSchema.nullish().describe("the task of this prompt"),
  required_responses: z
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(maxResponses, `must be at most ${maxResponses}`)
    .default(2)
    .describe("number of different agents that must answer"),
  timeout_minutes: z
    .number("must be a number")
    .gt(0, "must be more than 0")
    .max(maxTimeoutMinutes, `must be at most ${maxTimeoutMinutes}, which is a week`)
    .default(30)
    .describe("minutes until it times out"),
})

export type PostPromptInput = z.input<typeof postPromptSchema>

export const postPrompt: SquadCreation<PostPromptInput, PostedPrompt> = async ({ context, input }) => {
  const { task_id, ...prompt } = parse(postPromptSchema, input)
  const asked = { ...prompt, task_id: task_id ?? null, mentions: parseMentions(prompt.prompt_message) }
  return context.squad.post(asked, context.answerFor)
}

export interface PromptDetail {
  readonly prompt: SquadPrompt
  /** The prompt's own status, repeated for callers that only poll. */
  readonly status: PromptStatus
  /** All answers, including several by one agent. */
  readonly responses: readonly ChatMessage[]
  /** No more answers will come: continue with the collected context. */
  readonly ready: boolean
  /** Number of different agents that have answered. */
  readonly responseCount: number
  readonly requiredResponses: number
  readonly collectedContext: readonly CollectedAnswer[]
}

function toPromptDetail({ prompt, responses }: PromptWithAnswers): PromptDetail {
  return {
    prompt,
    status: prompt.status,
    responses,
    ready: prompt.status !== "pending" && prompt.status !== "collecting",
    responseCount: prompt.collected_context.length,
    requiredResponses: prompt.required_responses,
    collectedContext: prompt.collected_context,
  }
}

/** Fallback for change notifications lost while the database was unreachable. */
const pollIntervalMs = 10_000

interface WaitForPromptInput {
  readonly promptId: string
  readonly seconds: number
  /** Ends the wait early and returns the prompt in its current state. */
  readonly signal?: AbortSignal
}

/** Returns the prompt when it is ready or the wait is over. Holds no database connection while waiting. */
export const waitForPrompt: SquadVerb<WaitForPromptInput, PromptDetail, "squad" | "clock"> = async (request) => {
  const { squad, clock } = request.context
  const { promptId, seconds, signal } = request.input
  if (!(seconds >= 0 && seconds <= maxWaitSeconds)) {
    throw invalidField("wait", `must be 0 to ${maxWaitSeconds} seconds; ask again for longer`)
  }
  let now = clock.now()
  let leftMs = seconds * 1_000
  const changes = new Changes((onChange) => squad.watch(promptId, onChange), clock, signal)
  try {
    for (;;) {
      changes.markSeen()
      const found = await squad.get(promptId)
      const detail = toPromptDetail(found)
      // A clock that was set back must not extend the wait.
      leftMs -= Math.max(0, clock.now() - now)
      now = clock.now()
      if (detail.ready || leftMs <= 0 || signal?.aborted) return detail
      // The database rounds the remaining time; one millisecond more makes sure the prompt has closed.
      await changes.wait(Math.min(leftMs, found.closesInMs + 1, pollIntervalMs))
    }
  } finally {
    changes.close()
  }
}

export const answerPromptSchema = z.strictObject({
  agent_name: agentNameSchema.describe("the agent that answers"),
  message: messageSchema.describe("the answer"),
  is_human: z.boolean("must be true or false").default(false).describe("whether a person answers"),
})

export type AnswerPromptInput = z.input<typeof answerPromptSchema> & {
  readonly promptId: string
  /** An answer with the same key is stored once, even if the prompt was closed in the meantime. */
  readonly idempotencyKey?: string
}

export interface AnsweredPrompt {
  readonly chat: ChatMessage
  readonly prompt: SquadPrompt
  readonly repeated: boolean
}

/** Answers a prompt. The asker's own messages are kept in its thread but do not count. */
export const answerPrompt: SquadVerb<AnswerPromptInput, AnsweredPrompt> = async ({ context, input }) => {
  const { promptId, idempotencyKey, ...given } = input
  const answer = parse(answerPromptSchema, given)
  const idempotency_key =
    idempotencyKey === undefined ? null : parse(externalIdSchema, idempotencyKey, "idempotencyKey")
  const result = await context.squad.answer(promptId, { ...answer, idempotency_key, model_id: null })
  if (result.kind === "closed") throw promptClosedError(result.prompt)
  const { kind, chat, prompt } = result
  if (kind === "repeated" && (chat.message !== answer.message || chat.is_human !== answer.is_human)) {
    throw invalidField("idempotencyKey", "was used for another answer; use a new key for this one")
  }
  return { chat, prompt, repeated: kind === "repeated" }
}

export const closePromptSchema = z.strictObject({
  action: z.enum(["resolve", "cancel"], 'must be "resolve" or "cancel"'),
})

type ClosePromptInput = z.input<typeof closePromptSchema> & { readonly promptId: string }

/** Closes a prompt with the answers so far. Idempotent; throws if it was closed in another way. */
export const closePrompt: SquadVerb<ClosePromptInput, SquadPrompt> = async ({ context, input }) => {
  const { promptId, ...given } = input
  const status = parse(closePromptSchema, given).action === "resolve" ? "resolved" : "cancelled"
  const prompt = await context.squad.close(promptId, status)
  if (prompt.status !== status) throw promptClosedError(prompt)
  return prompt
}

/** Carries the status in `details`, so that programs need not parse the message. */
function promptClosedError({ id, status }: SquadPrompt): ConclaveError {
  return new ConclaveError("CONFLICT", `the prompt is closed: ${status} (${id})`, { details: { status } })
}
