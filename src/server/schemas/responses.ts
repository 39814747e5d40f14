import { z } from "@hono/zod-openapi"
import { statuses } from "../../core/discussion/state.ts"
import { eventSchemas } from "../../core/public/event-schemas.ts"
import { count, parentSchema, time } from "../../core/public/part-schemas.ts"

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

/** One schema a kind of event, told apart by `type`. */
export const eventSchema = z
  .discriminatedUnion("type", eventKinds())
  .openapi("Event", { description: "One fact about a discussion; in a page `type` is written with underscores." })

function eventKinds() {
  const kinds = Object.entries(eventSchemas).map(([type, data]) =>
    z
      .object({ seq: count, type: z.literal(type), at: time, data })
      .openapi(`${type.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Event`),
  )
  const [first, ...more] = kinds
  return [first!, ...more] as const
}

export const eventPage = z
  .object({
    events: z.array(eventSchema),
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
