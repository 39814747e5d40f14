import { z } from "zod"
import { type DeepReadonly, discussionInputSchema } from "../formats/discussion-input.ts"
import { tableFileSchema } from "./table-file.ts"

const { format, topic } = discussionInputSchema.shape

/** How a discussion is asked for, at every door: of a format, or at a table. */
export const discussionRequestSchema = discussionInputSchema.extend({
  format: format.optional(),
  table: z
    .union([z.string().min(1).max(100), tableFileSchema], "must be the name of a table, or a table")
    .optional()
    .describe("instead of a format: the name of a table, or a whole table; other fields of the request override it"),
  topic: topic.optional().describe("optional where the table has one"),
})

export type DiscussionRequest = z.output<typeof discussionRequestSchema>

type DiscussionRequestInput = DeepReadonly<z.input<typeof discussionRequestSchema>>

/** A discussion as it is asked for: of a format, or at a table, which may bring its topic. */
export type DiscussionInput =
  | (DiscussionRequestInput & {
      readonly format: NonNullable<DiscussionRequestInput["format"]>
      readonly topic: string
      readonly table?: undefined
    })
  | (DiscussionRequestInput & {
      readonly table: NonNullable<DiscussionRequestInput["table"]>
      readonly format?: undefined
    })
