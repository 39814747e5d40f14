import { z } from "zod"
import { discussionSchema } from "../core/public/discussion-schema.ts"
import { count, list, text } from "../core/public/field-schemas.ts"
import { outcomeSchema } from "../core/public/outcome-schemas.ts"
import { severities, verdicts } from "../core/reporting/read-review.ts"
import { queueSchema } from "./discussion-list.ts"

/** The response of most calls on a discussion. */
export const discussionResponseSchema = z
  .object({
    discussion: discussionSchema,
    queue: queueSchema,
  })
  .meta({ id: "DiscussionAnswer" })

export const reviewSchema = z.object({
  verdict: z.enum(verdicts).describe("`none`: no verdict had a majority"),
  sentence: text.describe("how the verdict was reached"),
  summary: text.describe("the lead reviewer's summary"),
  findings: list(
    z.object({ severity: z.enum(severities), file: text.optional(), line: count.optional(), what: text }),
  ).describe("`file` and `line` are omitted where the change does not contain them"),
  rehearsal: z.literal(true).optional().describe("simulated models wrote it: it says nothing about the change"),
})

const momentSchema = z
  .object({
    kind: z.enum(["turn", "interjection", "vote"]),
    roundNumber: count,
    by: z.string().describe("the seat's id, or the author of a comment"),
    content: z.string(),
  })
  .meta({ id: "Moment" })

export const comparisonResponse = z
  .object({
    comparison: z
      .object({
        alike: count.describe("number of turns, comments and votes that both share from the beginning"),
        partAt: z
          .object({ a: momentSchema.optional(), b: momentSchema.optional() })
          .nullable()
          .describe("the first entry of each that differs; null if they are identical"),
        outcomes: z.object({
          a: outcomeSchema.nullable(),
          b: outcomeSchema.nullable(),
          differIn: z.array(z.string()).describe("names of the outcome fields that differ"),
        }),
      })
      .meta({ id: "Comparison" }),
  })
  .meta({ id: "ComparisonAnswer" })
