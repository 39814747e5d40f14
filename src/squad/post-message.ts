import { z } from "zod"
import { read } from "../core/problems.ts"
import type { ChatMessage } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { agentName, message, outsideId } from "./input.ts"

/** A message in the squad's chat, at every door. Prompts and answers have calls of their own. */
export const postMessageSchema = z.strictObject({
  agent_name: agentName,
  message,
  is_human: z.boolean("must be true or false").default(false),
  message_type: z
    .enum(["message", "system"], 'must be "message" or "system"; prompts and answers are posted by their own calls')
    .default("message"),
  task_ref: outsideId.nullish(),
  discussion_prompt_id: z.string("must be text").nullish().describe("the prompt whose thread this belongs to"),
})

export type PostMessageInput = z.input<typeof postMessageSchema>

export const postMessage: SquadVerb<PostMessageInput, ChatMessage> = ({ context, input }) => {
  const { task_ref, discussion_prompt_id, ...rest } = read(postMessageSchema, input)
  return context.squad.say({
    ...rest,
    task_ref: task_ref ?? null,
    discussion_prompt_id: discussion_prompt_id ?? null,
  })
}
