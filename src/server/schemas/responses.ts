import { z } from "@hono/zod-openapi"
import { eventSchemas } from "../../core/public/event-schemas.ts"
import { count, time } from "../../core/public/part-schemas.ts"

export { discussionPage, summarySchema } from "./discussion-list.ts"

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
