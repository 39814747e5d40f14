import { z } from "zod"
import { parse } from "../core/validation.ts"
import type { PostedPrompt } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { agentNameSchema, externalIdSchema, messageSchema } from "./input.ts"
import { parseMentions } from "./parse-mentions.ts"

const maxResponses = 50
const maxTimeoutMinutes = 7 * 24 * 60

/** A question to the squad, at every door. */
export const postPromptSchema = z.strictObject({
  requester_agent: agentNameSchema,
  prompt_message: messageSchema,
  task_id: externalIdSchema.nullish(),
  required_responses: z
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(maxResponses, `must be at most ${maxResponses}`)
    .default(2)
    .describe("how many different agents must answer"),
  timeout_minutes: z
    .number("must be a number")
    .gt(0, "must be more than 0")
    .max(maxTimeoutMinutes, `must be at most ${maxTimeoutMinutes}, which is a week`)
    .default(30),
})

export type PostPromptInput = z.input<typeof postPromptSchema>

/** Asks the squad. The prompt is open until enough others have answered or its time is up. */
export const postPrompt: SquadVerb<PostPromptInput, PostedPrompt> = ({ context, input }) => {
  const { task_id, ...prompt } = parse(postPromptSchema, input)
  return context.squad.post({ ...prompt, task_id: task_id ?? null, mentions: parseMentions(prompt.prompt_message) })
}
