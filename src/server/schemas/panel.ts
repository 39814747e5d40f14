import { z } from "@hono/zod-openapi"
import { time } from "../../core/public/part-schemas.ts"
import { errorSchema } from "./error.ts"
import { projectSchema } from "./projects.ts"

export const panelParams = z.object({
  projectId: z.string().openapi({ description: "the project's id", example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
})

export const panelMessageSchema = z
  .strictObject({
    message: z.string().min(1).max(50_000).openapi({ description: "what the person says in their turn" }),
    userId: z.string().min(1).max(200).openapi({ description: "who says it; kept with the turn" }),
    organizationId: z.string().max(200).optional().openapi({ description: "may be left out; the key says it too" }),
  })
  .openapi("PanelMessage", { example: { message: "We have six weeks and no budget.", userId: "kim" } })

const count = z.number().int().min(0)

export const panelSchema = z
  .object({
    status: z.literal("success"),
    project: projectSchema
      .extend({
        status: z.enum(["active", "paused", "completed"]),
        currentRound: count,
        discussionId: z.string().nullable().openapi({ description: "null until it has begun; follow it by this id" }),
      })
      .openapi("PanelProject"),
    entries: z.array(
      z
        .object({
          id: z.string(),
          speaker: z.string(),
          role: z.string(),
          agentId: z.string().nullable(),
          content: z.string(),
          turnIndex: count.nullable().openapi({ description: "null for a word out of turn" }),
          roundNumber: count,
          createdAt: time,
          metadata: z.record(z.string(), z.unknown()),
        })
        .openapi("PanelEntry"),
    ),
    counts: z.record(z.string(), count).openapi({ description: "turns by speaker" }),
    speakerOrder: z.array(z.string()),
    nextSpeaker: z.string().nullable().openapi({ description: "whose turn it is; null when completed" }),
  })
  .openapi("Panel")

export const panelErrorSchema = errorSchema
  .extend({ status: z.literal("error"), message: z.string() })
  .openapi("PanelError")
