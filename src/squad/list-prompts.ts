import { z } from "zod"
import { parse } from "../core/validation.ts"
import { promptStatuses, type SquadPrompt } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"
import { agentNameSchema, externalIdSchema, limitSchema } from "./input.ts"

export const listPromptsSchema = z.strictObject({
  status: z.enum(promptStatuses, `must be one of ${promptStatuses.join(", ")}`).optional(),
  agent: agentNameSchema.optional().describe("only prompts that this agent may still answer"),
  task_id: externalIdSchema.optional(),
  requester: agentNameSchema.optional(),
  limit: limitSchema.optional(),
})

export type ListPromptsInput = z.input<typeof listPromptsSchema>

/** Prompts, newest first, that fit everything asked for. */
export const listPrompts: SquadVerb<ListPromptsInput, readonly SquadPrompt[]> = ({ context, input }) =>
  context.squad.list(parse(listPromptsSchema, input))
