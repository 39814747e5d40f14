import { z } from "zod"
import { seatInputSchema } from "../../core/formats/discussion-input.ts"
import { time } from "../../core/public/field-schemas.ts"
import { idParams, nextCursor } from "../../operations/common.ts"
import { agentNameSchema } from "../../squad/input.ts"

const seat = seatInputSchema().shape

const agentFields = {
  /** Used as a seat's name and in mentions of the squad's chat, so the rules of both apply. */
  name: agentNameSchema.max(60, "must have at most 60 characters; shorten it"),
  description: z.string().max(2_000).nullable(),
  systemPrompt: seat.persona.unwrap().describe("the persona of the agent"),
  modelConfig: z.strictObject({
    model: z.string().min(1).max(200).meta({ description: "provider/model", example: "rehearsal/bold" }),
    ...seat.options.unwrap().shape,
  }),
  squadMember: z.boolean().describe("whether it answers open prompts of the squad automatically"),
}

export const newAgentSchema = z
  .strictObject({
    ...agentFields,
    description: agentFields.description.default(null),
    squadMember: agentFields.squadMember.default(false),
  })
  .meta({
    id: "NewAgent",
    example: {
      name: "Ann",
      systemPrompt: "You review plans and say plainly what you doubt.",
      modelConfig: { model: "rehearsal/bold", temperature: 0.5 },
    },
  })

export const agentChangesSchema = z
  .strictObject(agentFields)
  .partial()
  .meta({ id: "AgentChanges", example: { modelConfig: { model: "rehearsal/curious" } } })

const agentSchema = z.object({ id: z.string(), ...agentFields, createdAt: time, updatedAt: time }).meta({ id: "Agent" })

export const agentResponse = z.object({ agent: agentSchema }).meta({ id: "AgentAnswer" })
export const agentPage = z.object({ agents: z.array(agentSchema), next: nextCursor }).meta({ id: "AgentPage" })

export const agentParams = idParams("the agent's id")
