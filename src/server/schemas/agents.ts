import { z } from "@hono/zod-openapi"
import { seatInputSchema } from "../../core/formats/discussion-input.ts"
import { time } from "../../core/public/part-schemas.ts"
import { agentNameSchema } from "../../squad/input.ts"
import { nextCursor } from "./pagination.ts"

const seat = seatInputSchema.shape

const agentFields = {
  /** It stands at tables and in the squad's mentions, so it must do for both. */
  name: agentNameSchema.max(60, "must have at most 60 characters; shorten it"),
  description: z.string().max(2_000).nullable(),
  systemPrompt: seat.persona.unwrap().describe("who this agent is"),
  modelConfig: z.strictObject({
    model: z.string().min(1).max(200).openapi({ description: "provider/model", example: "rehearsal/bold" }),
    ...seat.options.unwrap().shape,
  }),
  squadMember: z.boolean().openapi({ description: "answers open prompts of the squad by itself" }),
}

export const newAgentSchema = z
  .strictObject({
    ...agentFields,
    description: agentFields.description.default(null),
    squadMember: agentFields.squadMember.default(false),
  })
  .openapi("NewAgent", {
    example: {
      name: "Ann",
      systemPrompt: "You review plans and say plainly what you doubt.",
      modelConfig: { model: "rehearsal/bold", temperature: 0.5 },
    },
  })

export const agentChangesSchema = z
  .strictObject(agentFields)
  .partial()
  .openapi("AgentChanges", { example: { modelConfig: { model: "rehearsal/curious" } } })

export const agentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    systemPrompt: z.string(),
    modelConfig: z.object({
      model: z.string(),
      temperature: z.number().optional(),
      maxTokens: z.number().optional(),
      stop: z.array(z.string()).optional(),
    }),
    squadMember: z.boolean(),
    createdAt: time,
    updatedAt: time,
  })
  .openapi("Agent")

export const agentResponse = z.object({ agent: agentSchema }).openapi("AgentAnswer")
export const agentPage = z.object({ agents: z.array(agentSchema), next: nextCursor }).openapi("AgentPage")

export const agentParams = z.object({
  id: z.string().openapi({ description: "the agent's id", example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
})
