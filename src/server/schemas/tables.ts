import { z } from "@hono/zod-openapi"
import { shownSettings } from "./discussion.ts"

const tableSchema = z
  .object({
    name: z.string(),
    format: z.string(),
    minSeats: z.number().int(),
    maxSeats: z.number().int(),
    seats: z
      .array(z.object({ name: z.string(), role: z.string() }))
      .openapi({ description: "who sits there by default" }),
    settings: shownSettings,
  })
  .openapi("Table")

export const tableAnswer = z.object({ table: tableSchema }).openapi("TableAnswer")
export const tableList = z.object({ tables: z.array(tableSchema) }).openapi("TableList")

export const tableParams = z.object({ name: z.string().openapi({ description: "the table's name", example: "duet" }) })
