import { z } from "@hono/zod-openapi"
import { statuses } from "../../core/discussion/state.ts"
import { parentKinds, time } from "./parts.ts"

const count = z.number().int().min(0)

export const summarySchema = z
  .object({
    id: z.string(),
    format: z.string(),
    topic: z.string(),
    status: z.enum(statuses),
    round: count,
    projectId: z.string().nullable(),
    parent: z.object({ kind: z.enum(parentKinds), discussionId: z.string() }).nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .openapi("DiscussionSummary")

export const discussionPage = z
  .object({
    discussions: z.array(summarySchema),
    next: z.string().nullable().openapi({ description: "`cursor` of the next page; null on the last" }),
  })
  .openapi("DiscussionPage")

export const eventPage = z
  .object({
    events: z.array(
      z.object({ seq: count, type: z.string(), at: time, data: z.record(z.string(), z.unknown()) }).openapi("Event"),
    ),
    next: count
      .nullable()
      .openapi({ description: "`after` of the next page, also where it is empty as yet; null once all has been said" }),
  })
  .openapi("EventPage")

export const healthSchema = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    checks: z.record(z.string(), z.enum(["ok", "failed"])).optional(),
  })
  .openapi("Health")
