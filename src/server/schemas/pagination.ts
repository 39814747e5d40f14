import { z } from "@hono/zod-openapi"

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).openapi({ description: "how many at most" }),
  cursor: z.string().max(500).optional().openapi({ description: "`next` of the page before" }),
})

export const nextCursor = z.string().nullable().openapi({ description: "`cursor` of the next page; null on the last" })
