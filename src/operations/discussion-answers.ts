import { z } from "zod"
import { discussionSchema } from "../core/public/discussion-schema.ts"
import { count, list, text } from "../core/public/field-schemas.ts"
import { outcomeSchema } from "../core/public/outcome-schemas.ts"
import { severities, verdicts } from "../core/reporting/read-review.ts"
import { queueSchema } from "./discussion-list.ts"

/** What comes back of most of what is done with a discussion. */
export const discussionResponseSchema = z
  .object({
    discussion: discussionSchema,
    queue: queueSchema,
  })
  .meta({ id: "DiscussionAnswer" })

export const reviewSchema = z.object({
  verdict: z.enum(verdicts).describe("`none`: no majority stood for one of the others"),
  sentence: text.describe("what settled it"),
  summary: text.describe("what the lead wrote besides the findings"),
  findings: list(
    z.object({ severity: z.enum(severities), file: text.optional(), line: count.optional(), what: text }),
  ).describe("places that the change does not have are left out"),
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
        alike: count.describe("how many turns, comments and votes both have in common from the beginning"),
        partAt: z
          .object({ a: momentSchema.optional(), b: momentSchema.optional() })
          .nullable()
          .describe("the first entry of each that differs; null where they are the same"),
        outcomes: z.object({
          a: outcomeSchema.nullable(),
          b: outcomeSchema.nullable(),
          differIn: z.array(z.string()).describe("fields of the outcomes that differ"),
        }),
      })
      .meta({ id: "Comparison" }),
  })
  .meta({ id: "ComparisonAnswer" })
