import { z } from "zod"
import { anyFormatSchema, stageSchema } from "../core/discussion/format.ts"
import { seatKinds } from "../core/discussion/seat.ts"
import { presetNames } from "../core/formats/index.ts"
import { promptStyles } from "../core/languages/index.ts"
import { decisionSchema, optionsSchema } from "../core/public/setting-schemas.ts"
import { operation } from "./operation.ts"

const tableSchema = z
  .object({
    name: z.string(),
    own: z.literal(true).optional().describe("a table file of this server, which can be replaced and removed"),
    description: z.string().optional().describe("what the table is for"),
    extends: z.enum(presetNames).optional().describe("the preset it is based on"),
    format: z.string().describe("the format name of its discussions"),
    promptStyle: z.string().meta({ enum: promptStyles }),
    topic: z.string().optional().describe("default topic"),
    language: z.string().optional(),
    minSeats: z.number().int(),
    maxSeats: z.number().int(),
    seats: z
      .array(
        z.object({
          name: z.string(),
          role: z.string(),
          kind: z.enum(seatKinds),
          model: z.string().optional().describe("the model that the table names (default: the server's default model)"),
        }),
      )
      .describe("default seats"),
    rules: z.string().optional().describe("additional rules for every seat"),
    stages: z.array(stageSchema()).describe("the stages of a round"),
    closing: anyFormatSchema().shape.closing,
    options: optionsSchema,
    decision: decisionSchema,
  })
  .meta({ id: "Table" })

export const tableResponse = z.object({ table: tableSchema }).meta({ id: "TableAnswer" })
export const tableList = z.object({ tables: z.array(tableSchema) }).meta({ id: "TableList" })

export const tableParams = z.object({ name: z.string().meta({ description: "the table's name", example: "duet" }) })

const maxFields = 50

export const newTableSchema = z
  .strictObject({
    description: z.string().min(1).max(500).optional().describe("what the table is for, in one sentence"),
    discussion: z
      .record(z.string(), z.unknown())
      .refine((fields) => Object.keys(fields).length <= maxFields, `must have at most ${maxFields} fields`)
      .meta({ maxProperties: maxFields, description: "a request as for `POST /api/v1/discussions`" }),
  })
  .meta({
    id: "NewTable",
    example: { discussion: { format: "duet", seats: [{ model: "rehearsal/bold" }, { model: "rehearsal/warm" }] } },
  })

export type PublicTable = z.input<typeof tableSchema>

export const tableOperations = {
  listTables: operation({
    names: { http: "listTables", tool: "list_tables" },
    title: "List tables",
    description:
      "The presets, the built-in tables and the tables of this server, each with its seats, stages and options.",
    output: tableList,
  }),
}
