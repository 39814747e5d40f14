import { z } from "@hono/zod-openapi"
import { statuses } from "../../core/discussion/state.ts"
import { count, parentSchema, time } from "../../core/public/part-schemas.ts"

export const listQuery = z.strictObject({
  status: z.enum(statuses).optional().openapi({ description: "only those that stand so" }),
  format: z.string().max(100).optional().openapi({ description: "only those of this format" }),
  q: z.string().max(200).optional().openapi({ description: "only those whose topic has these words" }),
  projectId: z.string().max(200).optional().openapi({ description: "only those of this project" }),
  limit: z.coerce.number().int().min(1).max(100).default(20).openapi({ description: "how many at most" }),
  cursor: z.string().max(500).optional().openapi({ description: "`next` of the page before" }),
})

export const summarySchema = z
  .object({
    id: z.string(),
    format: z.string(),
    topic: z.string(),
    status: z.enum(statuses),
    round: count,
    projectId: z.string().nullable(),
    parent: parentSchema.pick({ kind: true, discussionId: true }).nullable(),
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
