import { z } from "@hono/zod-openapi"
import { seatInputSchema } from "../../core/formats/discussion-input.ts"
import { panel } from "../../core/formats/panel.ts"
import { time } from "../../core/public/part-schemas.ts"
import { participantRoles } from "../../ports/project-store.ts"
import { nextCursor } from "./pagination.ts"

const participant = z.strictObject({
  role: z.enum(participantRoles, `must be one of ${participantRoles.join(", ")}`),
  agentId: z.string().max(100).nullish().openapi({ description: "who sits there; none where the role is user" }),
  sequenceOrder: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .openapi({ description: "who speaks first, second and so on; no two alike" }),
})

/** What a list cannot say of each of its members alone. */
const participants = z
  .array(participant)
  .max(panel.maxSeats)
  .superRefine((given, context) => {
    given.forEach(({ role, agentId, sequenceOrder }, index) => {
      const problem = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, field], message })
      if (role === "user" && agentId != null) problem("agentId", "a person has no agent; leave it out")
      if (role !== "user" && agentId == null) problem("agentId", `a ${role} needs an agent; see /api/v1/agents`)
      if (given.findIndex((other) => other.sequenceOrder === sequenceOrder) < index) {
        problem("sequenceOrder", `${sequenceOrder} is taken; each must have its own`)
      }
    })
  })
  .openapi({ description: "who sits in the panel; may be changed until it begins" })

const projectFields = {
  name: seatInputSchema.shape.name.unwrap(),
  description: seatInputSchema.shape.briefing
    .unwrap()
    .nullable()
    .openapi({ description: "the panel's topic; without one its first message is" }),
  participants,
}

export const newProjectSchema = z
  .strictObject({ ...projectFields, description: projectFields.description.default(null) })
  .openapi("NewProject", {
    example: {
      name: "Move house",
      description: "We move to the new office in May. What do we do first?",
      participants: [{ role: "user", sequenceOrder: 1 }],
    },
  })

export const projectChangesSchema = z
  .strictObject(projectFields)
  .partial()
  .openapi("ProjectChanges", { example: { name: "Move the office" } })

export const projectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    participants: z.array(
      z
        .object({
          id: z.string(),
          role: z.enum(participantRoles),
          agentId: z.string().nullable(),
          sequenceOrder: z.number().int(),
        })
        .openapi("Participant"),
    ),
    createdAt: time,
    updatedAt: time,
  })
  .openapi("Project")

export const projectResponse = z.object({ project: projectSchema }).openapi("ProjectAnswer")
export const projectPage = z.object({ projects: z.array(projectSchema), next: nextCursor }).openapi("ProjectPage")

export const projectParams = z.object({
  id: z.string().openapi({ description: "the project's id", example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
})
