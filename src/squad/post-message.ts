import { z } from "zod"
import { parse } from "../core/validation.ts"
import type { ChatMessage } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { agentNameSchema, externalIdSchema, messageSchema } from "./input.ts"

/** A message in the squad's chat, at every door. Prompts and answers have calls of their own. */
export const postMessageSchema = z.strictObject({
  agent_name: agentNameSchema,
  message: messageSchema,
  is_human: z.boolean("must be true or false").default(false),
  message_type: z
    .enum(["message", "system"], 'must be "message" or "system"; prompts and answers are posted by their own calls')
    .default("message"),
  task_ref: externalIdSchema.nullish(),
  discussion_prompt_id: z.string("must be text").nullish().describe("the prompt whose thread this belongs to"),
})

export type PostMessageInput = z.input<typeof postMessageSchema>

export const postMessage: SquadVerb<PostMessageInput, ChatMessage> = ({ context, input }) => {
  const { task_ref, discussion_prompt_id, ...rest } = parse(postMessageSchema, input)
  return context.squad.postMessage({
    ...rest,
    task_ref: task_ref ?? null,
    discussion_prompt_id: discussion_prompt_id ?? null,
  })
}
