import { z } from "zod"
import { settingsSchema } from "../../core/discussion/settings-schema.ts"
import { seatInputSchema } from "../../core/formats/discussion-input.ts"
import { presets } from "../../core/formats/index.ts"
import { time } from "../../core/public/field-schemas.ts"
import { idParams, nextCursor } from "../../operations/common.ts"
import { participantRoles } from "../../ports/project-store.ts"

const participant = z.strictObject({
  role: z.enum(participantRoles, `must be one of ${participantRoles.join(", ")}`),
  agentId: z
    .string()
    .max(100)
    .nullish()
    .describe("the agent that takes this seat; required unless the role is user")
    .transform((id) => id ?? null),
  sequenceOrder: z.number().int().min(0).max(1_000_000).describe("position in the speaking order; must be unique"),
})

const participants = z
  .array(participant)
  .max(presets.panel.maxSeats)
  .superRefine((given, context) => {
    given.forEach(({ role, agentId, sequenceOrder }, index) => {
      const problem = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, field], message })
      if (role === "user" && agentId != null) problem("agentId", "must be omitted for the role user")
      if (role !== "user" && agentId == null) problem("agentId", `is required for the role ${role}; see /api/v1/agents`)
      if (given.findIndex((other) => other.sequenceOrder === sequenceOrder) < index) {
        problem("sequenceOrder", `${sequenceOrder} is used twice; give each participant its own number`)
      }
    })
  })
  .describe("the seats of its discussions; existing discussions keep theirs")

const projectFields = {
  name: seatInputSchema().shape.name.unwrap(),
  description: seatInputSchema()
    .shape.briefing.unwrap()
    .nullable()
    .describe("the panel's topic (default: its first message); other discussions get it as material"),
  rounds: settingsSchema()
    .shape.rounds.nullable()
    .describe(`rounds of its discussions (default: ${presets.panel.settings.rounds} for the panel)`),
  participants,
}

export const newProjectSchema = z
  .strictObject({
    ...projectFields,
    description: projectFields.description.default(null),
    rounds: projectFields.rounds.default(null),
  })
  .meta({
    id: "NewProject",
    example: {
      name: "Move house",
      description: "We move to the new office in May. What do we do first?",
      participants: [{ role: "user", sequenceOrder: 1 }],
    },
  })

export const projectChangesSchema = z
  .strictObject(projectFields)
  .partial()
  .meta({ id: "ProjectChanges", example: { name: "Move the office" } })

export const projectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    rounds: z.number().int().nullable().optional(),
    participants: z.array(
      z
        .object({
          id: z.string(),
          role: z.enum(participantRoles),
          agentId: z.string().nullable(),
          sequenceOrder: z.number().int(),
        })
        .meta({ id: "Participant" }),
    ),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "Project" })

export const projectResponse = z.object({ project: projectSchema }).meta({ id: "ProjectAnswer" })
export const projectPage = z.object({ projects: z.array(projectSchema), next: nextCursor }).meta({ id: "ProjectPage" })

export const projectParams = idParams("the project's id")
