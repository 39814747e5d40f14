import { z } from "zod"
import type { formatSchema } from "../discussion/format.ts"
import { type DeepReadonly, discussionInputSchema } from "../formats/discussion-input.ts"
import type { PresetName } from "../formats/index.ts"
import type { DiscussionOptions } from "../formats/input-types.ts"
import { lazy } from "../lazy.ts"
import { type builtInTables, type TableFileInput, tableFileSchema } from "./table-file.ts"

/** How a discussion is asked for, in every interface: of a format, or at a table. */
export const discussionRequestSchema = lazy(() => {
  const { format, topic } = discussionInputSchema().shape
  return discussionInputSchema().extend({
    format: format.optional(),
    table: z
      .union([z.string().min(1).max(100), tableFileSchema()], "must be the name of a table, or a table")
      .optional()
      .describe(
        "instead of a format: a table by its name, or a whole one (on the command line a file); what else is given wins over it",
      ),
    topic: topic.optional().describe("the question or topic to discuss; optional where the table has one"),
  })
})

export type DiscussionRequest = z.output<ReturnType<typeof discussionRequestSchema>>

/** A discussion as it is asked for: of a format, or at a table, which may bring its topic. */
export type DiscussionInput =
  | (DiscussionOptions & {
      /** the rules: a format's name, or a whole format */
      readonly format: PresetName | DeepReadonly<z.input<ReturnType<typeof formatSchema>>>
      readonly table?: undefined
    })
  | (Omit<DiscussionOptions, "topic"> & {
      /** a table's name, or a whole table; what is asked besides wins over what it says */
      readonly table: TableName | DeepReadonly<TableFileInput>
      /** may be left out where the table has one */
      readonly topic?: string | undefined
      readonly format?: undefined
    })

export type TableName = PresetName | (typeof builtInTables)[number] | (string & {})
