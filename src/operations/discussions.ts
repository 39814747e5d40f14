import { z } from "zod"
import { discussionInputSchema } from "../core/formats/discussion-input.ts"
import { discussionSchema } from "../core/public/discussion-schema.ts"
import { count, list, text } from "../core/public/field-schemas.ts"
import { outcomeSchema } from "../core/public/outcome-schemas.ts"
import { severities, verdicts } from "../core/reporting/read-review.ts"
import { forkChangesSchema } from "../core/steering/create-fork.ts"
import { discussionRequestSchema } from "../core/tables/discussion-request.ts"
import { idParams, readerSeat, waitSeconds } from "./common.ts"
import { queueSchema } from "./discussion-list.ts"
import { operation } from "./operation.ts"

export const discussionParams = idParams("the discussion's id")

export const discussionResponseSchema = z
  .object({
    discussion: discussionSchema,
    queue: queueSchema,
  })
  .meta({ id: "DiscussionAnswer" })

/** What the server itself reads of a new discussion; the rest is parsed by the verb that creates it. */
export const creationFields = z.looseObject({
  projectId: z
    .uuid()
    .optional()
    .describe(
      "the project that it belongs to; its participants take the seats unless `seats`, `format` or `table` is given, and its description is a material",
    ),
  sessionId: z.uuid().optional().describe("the chat session that it belongs to; created with its first message"),
  start: z.boolean().optional().describe("false: set it up, and start it later with `/begin` (default: true)"),
})

export const reviewSchema = z.object({
  verdict: z.enum(verdicts).describe("`none`: no majority stood for one of the others"),
  sentence: text.describe("what settled it"),
  summary: text.describe("what the lead wrote besides the findings"),
  findings: list(
    z.object({ severity: z.enum(severities), file: text.optional(), line: count.optional(), what: text }),
  ).describe("places that the change does not have are left out"),
})

/** As the server reads it: the changes are parsed by the verb that forks. */
export const forkFields = z.strictObject({
  atTurn: z
    .union([z.number().int().min(0).max(1e6), z.string().min(1).max(100)])
    .meta({ description: "the last turn to copy, by its number or id; 0 copies none", example: 4 }),
  changes: z.unknown().optional(),
})

const momentSchema = z
  .object({
    kind: z.enum(["turn", "interjection", "vote"]),
    roundNumber: count,
    by: z.string().describe("the seat's id, or the author of a comment"),
    content: z.string(),
  })
  .meta({ id: "Moment" })

export const discussionOperations = {
  discuss: operation({
    names: { http: "createDiscussion", command: "discuss", tool: "discuss" },
    title: "Start a discussion",
    description:
      "Several models, people or agents discuss a topic by the rules of a format or table, and come to one answer. Formats: hive (specialists, then a synthesis), panel (roles in turn), assembly (deliberates and votes), duet (two models until they agree). Defaults come from the format or table.",
    input: discussionRequestSchema()
      .extend(creationFields.shape)
      .meta({
        id: "NewDiscussion",
        example: {
          format: "duet",
          topic: "Should a small team begin with one service or with several?",
          seats: [{ model: "rehearsal/bold" }, { model: "rehearsal/curious" }],
        },
      }),
    output: discussionResponseSchema,
  }),

  review: operation({
    names: { command: "review", tool: "review" },
    title: "Review a change or text",
    description:
      "Reviewers read a diff or text on their own, answer each other and vote; a lead lists the findings with file, line and severity. The verdict is Approve, Request changes or Reject.",
    input: z.strictObject({
      text: z.string().min(1).describe("the diff or text to review, at most 50,000 characters with the focus"),
      focus: z.string().max(2_000).optional().describe("what to look at above all"),
    }),
    output: reviewSchema,
  }),

  getDiscussion: operation({
    names: { http: "getDiscussion", command: "show", tool: "get_discussion" },
    title: "Show a discussion",
    description:
      "Where a discussion stands: status, who is asked what, the outcome with who or what decided and who dissented, and what was said.",
    target: discussionParams,
    input: z.strictObject({
      wait: waitSeconds.describe(
        "seconds to wait until the discussion is over, paused, or waiting for somebody; the answer shows it as it is then",
      ),
      ...readerSeat,
    }),
    output: discussionResponseSchema,
  }),

  exportDiscussion: operation({
    names: { http: "exportDiscussion", command: "export" },
    title: "Save a discussion as Markdown, JSON, HTML or ADR",
    description:
      "The whole discussion as a file: Markdown, JSON, one self-contained HTML page, or an architecture decision record (MADR).",
    target: discussionParams,
    input: z.strictObject({
      as: z
        .enum(["md", "json", "html", "adr"])
        .default("md")
        .describe("file format; `adr`: a decision record in the layout of MADR"),
      ...readerSeat,
    }),
    output: discussionResponseSchema,
  }),

  deleteDiscussion: operation({
    names: { http: "deleteDiscussion", command: "delete" },
    title: "Delete a discussion for good",
    description:
      "Stops it if it is running, and erases its events, its words in the search and its labels. This cannot be undone. Its forks and side discussions are discussions of their own: a fork keeps the turns that it began with.",
    target: discussionParams,
  }),

  fork: operation({
    names: { http: "forkDiscussion", command: "fork" },
    title: "Fork a discussion from any turn",
    description:
      "Starts a new discussion from any turn of another, with other seats, models, options or rules. The other one is not changed.",
    target: discussionParams,
    input: forkFields.extend({ changes: forkChangesSchema().optional().describe("what differs from then on") }).meta({
      id: "NewFork",
      example: { atTurn: 4, changes: { seats: [{ seat: "model-b", model: "rehearsal/bold" }] } },
    }),
    output: discussionResponseSchema,
  }),

  followUp: operation({
    names: { http: "followUpDiscussion", command: "continue" },
    title: "Ask the same seats a follow-up question",
    description:
      "Asks the seats of a discussion that is over another question, in a new discussion with the same rules that has the old outcome as material. The old one is not changed.",
    target: discussionParams,
    input: z
      .strictObject({ topic: discussionInputSchema().shape.topic })
      .meta({ id: "FollowUp", example: { topic: "And what do we do first?" } }),
    output: discussionResponseSchema,
  }),

  compare: operation({
    names: { http: "compareDiscussions", command: "compare" },
    title: "Compare two discussions with a common beginning",
    description: "Where two discussions with a common beginning diverge, and how their outcomes differ.",
    target: discussionParams,
    input: z.strictObject({ with: z.string().min(1).max(200).describe("the other discussion's id") }),
    output: z
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
      .meta({ id: "ComparisonAnswer" }),
  }),
}
