import { z } from "zod"
import { read } from "../core/problems.ts"
import type { PostedPrompt } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { agentName, message, outsideId } from "./input.ts"
import { mentionsIn } from "./mentions.ts"

const mostResponses = 50
const longestWait = 7 * 24 * 60

/** A question to the squad, at every door. */
export const postPromptSchema = z.strictObject({
  requester_agent: agentName,
  prompt_message: message,
  task_id: outsideId.nullish(),
  required_responses: z
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(mostResponses, `must be at most ${mostResponses}`)
    .default(2)
    .describe("how many different agents must answer"),
  timeout_minutes: z
    .number("must be a number")
    .gt(0, "must be more than 0")
    .max(longestWait, `must be at most ${longestWait}, which is a week`)
    .default(30),
})

export type PostPromptInput = z.input<typeof postPromptSchema>

/** Asks the squad. The prompt is open until enough others have answered or its time is up. */
export const postPrompt: SquadVerb<PostPromptInput, PostedPrompt> = ({ context, input }) => {
  const { task_id, ...prompt } = read(postPromptSchema, input)
  return context.squad.post({ ...prompt, task_id: task_id ?? null, mentions: mentionsIn(prompt.prompt_message) })
}
