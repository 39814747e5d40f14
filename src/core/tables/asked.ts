import { z } from "zod"
import { discussionInputSchema, type Given } from "../formats/discussion-input.ts"
import { tableFileSchema } from "./table-file.ts"

const { format, topic } = discussionInputSchema.shape

/** How a discussion is asked for, at every door: of a format, or at a table. */
export const askedSchema = discussionInputSchema.extend({
  format: format.optional(),
  table: z
    .union([z.string().min(1).max(100), tableFileSchema], "must be the name of a table, or a table")
    .optional()
    .describe("in place of a format: a table's name, or a whole table; what is asked besides wins over what it says"),
  topic: topic.optional().describe("may be left out where the table has one"),
})

export type Asked = z.output<typeof askedSchema>

type AskedInput = Given<z.input<typeof askedSchema>>

/** A discussion as it is asked for: of a format, or at a table, which may bring its topic. */
export type DiscussionInput =
  | (AskedInput & {
      readonly format: NonNullable<AskedInput["format"]>
      readonly topic: string
      readonly table?: undefined
    })
  | (AskedInput & { readonly table: NonNullable<AskedInput["table"]>; readonly format?: undefined })
