import { z } from "zod"
import { statuses } from "../../core/discussion/state.ts"
import { count, parentSchema, time } from "../../core/public/part-schemas.ts"
import { nextCursor, pageQuery } from "./common.ts"

export const listQuery = pageQuery.extend({
  status: z.enum(statuses).optional().describe("filter by status"),
  format: z.string().max(100).optional().describe("filter by format"),
  q: z.string().max(200).optional().describe("search words in the topic"),
  projectId: z.string().max(200).optional().describe("filter by project"),
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
  .meta({ id: "DiscussionSummary" })

export const discussionPage = z
  .object({ discussions: z.array(summarySchema), next: nextCursor })
  .meta({ id: "DiscussionPage" })
