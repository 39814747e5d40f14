import { z } from "zod"
import { count, time } from "../../core/public/field-schemas.ts"
import { errorSchema } from "../http/http-error.ts"
import { projectSchema } from "./projects.ts"

export const panelParams = z.object({
  projectId: z.string().meta({ description: "the project's id", example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
})

export const panelMessageSchema = z
  .strictObject({
    message: z.string().min(1).max(50_000).describe("the text of the user's turn"),
    userId: z.string().min(1).max(200).describe("the id of the user; stored with the turn"),
    organizationId: z.string().max(200).optional().describe("optional; must be the organisation of the API key"),
  })
  .meta({ id: "PanelMessage", example: { message: "We have six weeks and no budget.", userId: "kim" } })

export const panelSchema = z
  .object({
    status: z.literal("success"),
    project: projectSchema
      .extend({
        status: z.enum(["active", "paused", "completed"]),
        currentRound: count,
        discussionId: z.string().nullable().describe("the id of its discussion; null until the first message"),
      })
      .meta({ id: "PanelProject" }),
    entries: z.array(
      z
        .object({
          id: z.string(),
          speaker: z.string(),
          role: z.string(),
          agentId: z.string().nullable(),
          content: z.string(),
          turnIndex: count.nullable().describe("its position in the round; null for a comment out of turn"),
          roundNumber: count,
          createdAt: time,
          metadata: z.record(z.string(), z.unknown()),
        })
        .meta({ id: "PanelEntry" }),
    ),
    counts: z.record(z.string(), count).describe("turns by speaker"),
    speakerOrder: z.array(z.string()),
    nextSpeaker: z.string().nullable().describe("the name of the next speaker; null when completed"),
  })
  .meta({ id: "Panel" })

export const panelErrorSchema = errorSchema
  .extend({ status: z.literal("error"), message: z.string() })
  .meta({ id: "PanelError" })
