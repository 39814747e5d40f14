import { z } from "zod"
import { maxSeatCount } from "../discussion/format.ts"
import {
  type DeepReadonly,
  discussionInputSchema,
  type formatSchema,
  seatInputSchema,
} from "../formats/discussion-input.ts"
import type { PresetName } from "../formats/index.ts"
import type { DiscussionOptions } from "../formats/input-types.ts"
import { lazy } from "../lazy.ts"
import { type builtInTables, type TableFileInput, tableFileSchema } from "./table-file.ts"

export const discussionRequestSchema = lazy(() => {
  const { format, topic } = discussionInputSchema().shape
  return discussionInputSchema().extend({
    format: format.optional(),
    table: z
      .union([z.string().min(1).max(100), tableFileSchema()], "must be the name of a table, or a table")
      .optional()
      .describe(
        "instead of a format: the name of a table, or a whole table (on the command line a file); other fields override it",
      ),
    topic: topic.optional().describe("the question or topic to discuss; optional if the table has one"),
  })
})

export type DiscussionRequest = z.output<ReturnType<typeof discussionRequestSchema>>

/** How a fork differs from its parent; omitted fields are taken over. */
export const forkChangesSchema = lazy(() => {
  const { format, table, topic, options, language, seed, budget } = discussionRequestSchema().shape
  return z.strictObject({
    format: format.describe(
      "another format, by name or as a whole: the fork then starts over, with the discussion so far as a material",
    ),
    table: table.describe(
      "instead of a format: the name of a format or table, or a whole table; the discussion so far becomes a material",
    ),
    topic: topic.unwrap().optional(),
    seats: z
      .array(seatInputSchema().extend({ seat: z.string().min(1).max(100).describe("its id or name") }))
      .max(maxSeatCount)
      .optional()
      .describe("seats to change: another model, persona or briefing, or a person instead"),
    join: z.array(seatInputSchema()).max(maxSeatCount).optional().describe("seats to add from the next round on"),
    leave: z.array(z.string().min(1).max(100)).max(maxSeatCount).optional().describe("seats to remove, by id or name"),
    options,
    language,
    seed,
    budget,
  })
})

export type ForkChanges = z.input<ReturnType<typeof forkChangesSchema>>

/** A request for a new discussion: with a format, or with a table, which may have its own topic. */
export type DiscussionInput =
  | (DiscussionOptions & {
      /** the rules: the name of a preset, or a whole format */
      readonly format: PresetName | DeepReadonly<z.input<ReturnType<typeof formatSchema>>>
      readonly table?: undefined
    })
  | (Omit<DiscussionOptions, "topic"> & {
      /** the name of a table, or a whole table; other fields override it */
      readonly table: TableName | DeepReadonly<TableFileInput>
      /** the question or topic to discuss; optional if the table has one */
      readonly topic?: string | undefined
      readonly format?: undefined
    })

export type TableName = PresetName | (typeof builtInTables)[number] | (string & {})
