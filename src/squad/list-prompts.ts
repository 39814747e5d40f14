import { z } from "zod"
import { read } from "../core/problems.ts"
import { promptStatuses, type SquadPrompt } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { agentName, limit, outsideId } from "./input.ts"

export const listPromptsSchema = z.strictObject({
  status: z.enum(promptStatuses, `must be one of ${promptStatuses.join(", ")}`).optional(),
  agent: agentName.optional().describe("only prompts that this agent may still answer"),
  task_id: outsideId.optional(),
  requester: agentName.optional(),
  limit: limit.optional(),
})

export type ListPromptsInput = z.input<typeof listPromptsSchema>

/** Prompts, newest first, that fit everything asked for. */
export const listPrompts: SquadVerb<ListPromptsInput, readonly SquadPrompt[]> = ({ context, input }) =>
  context.squad.list(read(listPromptsSchema, input))
