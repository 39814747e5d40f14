import { z } from "zod"
import { invalidInput } from "../core/errors.ts"
import { parse } from "../core/validation.ts"
import type { ChatMessage, SquadPrompt } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { agentNameSchema, externalIdSchema, messageSchema } from "./input.ts"
import { promptClosedError } from "./prompt-closed-error.ts"

/** An answer, at every door. */
export const answerPromptSchema = z.strictObject({
  agent_name: agentNameSchema,
  message: messageSchema,
  is_human: z.boolean("must be true or false").default(false),
})

export type AnswerPromptInput = z.input<typeof answerPromptSchema> & {
  readonly promptId: string
  /** With the same key the same answer is stored once, also where the prompt has been closed since. */
  readonly idempotencyKey?: string
}

export interface AnsweredPrompt {
  readonly chat: ChatMessage
  /** As it stands with this answer. */
  readonly prompt: SquadPrompt
  readonly repeated: boolean
}

/** Answers a prompt. The asker's own words are kept in the prompt's thread and do not count. */
export const answerPrompt: SquadVerb<AnswerPromptInput, AnsweredPrompt> = async ({ context, input }) => {
  const { promptId, idempotencyKey, ...given } = input
  const answer = parse(answerPromptSchema, given)
  const idempotency_key =
    idempotencyKey === undefined ? null : parse(externalIdSchema, idempotencyKey, "idempotencyKey")
  const result = await context.squad.answer(promptId, { ...answer, idempotency_key, model_id: null })
  if (result.kind === "closed") throw promptClosedError(result.prompt)
  const { kind, chat, prompt } = result
  if (kind === "repeated" && (chat.message !== answer.message || chat.is_human !== answer.is_human)) {
    throw invalidInput([
      { field: "idempotencyKey", message: "was used for another answer; take a new key for this one" },
    ])
  }
  return { chat, prompt, repeated: kind === "repeated" }
}
