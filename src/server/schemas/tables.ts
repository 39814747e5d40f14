import { z } from "@hono/zod-openapi"
import { formatSchema, promptStyles, stageSchema } from "../../core/discussion/format.ts"
import { seatKinds } from "../../core/discussion/seat.ts"
import { presetNames } from "../../core/formats/index.ts"
import { settingsAnswerSchema } from "../../core/public/discussion-schema.ts"
import { decisionSchema } from "../../core/public/part-schemas.ts"

const tableSchema = z
  .object({
    name: z.string(),
    description: z.string().optional().openapi({ description: "what it is good for" }),
    extends: z.enum(presetNames).optional().openapi({ description: "the preset that it begins from" }),
    format: z.string().openapi({ description: "what discussions held there are listed as" }),
    voice: z.enum(promptStyles),
    topic: z.string().optional().openapi({ description: "what is discussed where nothing else is asked" }),
    language: z.string().optional(),
    minSeats: z.number().int(),
    maxSeats: z.number().int(),
    seats: z
      .array(
        z.object({
          name: z.string(),
          role: z.string(),
          kind: z.enum(seatKinds),
          model: z.string().optional().openapi({ description: "where the table names one" }),
        }),
      )
      .openapi({ description: "who sits there by default" }),
    rules: z.string().optional().openapi({ description: "house rules of its own" }),
    stages: z.array(stageSchema).openapi({ description: "what happens in a round" }),
    closing: formatSchema.shape.closing,
    options: settingsAnswerSchema,
    decision: decisionSchema,
  })
  .openapi("Table")

export const tableResponse = z.object({ table: tableSchema }).openapi("TableAnswer")
export const tableList = z.object({ tables: z.array(tableSchema) }).openapi("TableList")

export const tableParams = z.object({ name: z.string().openapi({ description: "the table's name", example: "duet" }) })

export type PublicTable = z.input<typeof tableSchema>
