import { z } from "zod"
import { discussionInputSchema } from "../core/formats/discussion-input.ts"
import { presetNames } from "../core/formats/index.ts"
import { discussionRequestSchema, forkChangesSchema } from "../core/tables/discussion-request.ts"
import { idParams, readerSeat, waitSeconds } from "./common.ts"
import { operation } from "./operation.ts"

export const discussionParams = idParams("the discussion's id")

const answers = () => import("./discussion-answers.ts")

export const discussionOutput = async () => (await answers()).discussionResponseSchema

/** The fields that the server reads itself; the verb that creates the discussion parses the rest. */
export const creationFields = z.looseObject({
  projectId: z
    .uuid()
    .optional()
    .describe(
      "the project it belongs to: its participants take the seats unless `seats`, `format` or `table` is given, and its description is added as material",
    ),
  sessionId: z.uuid().optional().describe("the chat session it belongs to; created if it does not exist"),
  start: z.boolean().optional().describe("false: create it now and start it later with `/begin` (default: true)"),
})

/** The verb that forks parses the changes. */
export const forkFields = z.strictObject({
  atTurn: z
    .union([z.number().int().min(0).max(1e6), z.string().min(1).max(100)])
    .meta({ description: "the last turn to copy, by its number or id; 0 copies none", example: 4 }),
  changes: z.unknown().optional(),
})

export const discussionOperations = {
  discuss: operation({
    names: { http: "createDiscussion", command: "discuss", tool: "discuss" },
    title: "Start a discussion",
    description: `Models, people or agents discuss a topic by the rules of a format or table and reach one answer. Formats: ${presetNames.join(", ")}. Everything that is not given comes from the format or table.`,
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
    output: discussionOutput,
  }),

  review: operation({
    names: { command: "review", tool: "review" },
    title: "Review a change or text",
    description:
      "Reviewers read a diff or text independently, respond to each other and vote; a lead lists the findings with file, line and severity. The verdict is Approve, Request changes or Reject.",
    input: z.strictObject({
      text: z.string().min(1).describe("the diff or text to review, at most 50,000 characters with the focus"),
      focus: z.string().max(2_000).optional().describe("what the reviewers should focus on"),
    }),
    output: async () => (await answers()).reviewSchema,
  }),

  getDiscussion: operation({
    names: { http: "getDiscussion", command: "show", tool: "get_discussion" },
    title: "Show a discussion",
    description:
      "Its status, the seats it waits for, the outcome with how it was decided and who dissented, and the turns.",
    target: discussionParams,
    input: z.strictObject({
      wait: waitSeconds.describe(
        "seconds to wait until the discussion has ended, is paused or waits for input; then the current state is returned",
      ),
      ...readerSeat,
    }),
    output: discussionOutput,
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
        .describe("file format; `adr` is a decision record in the MADR layout"),
      ...readerSeat,
    }),
    output: discussionOutput,
  }),

  deleteDiscussion: operation({
    names: { http: "deleteDiscussion", command: "delete" },
    title: "Delete a discussion for good",
    description:
      "Aborts it if it is running, and erases its events, its labels and its entries in the search index. This cannot be undone. Forks and sub-discussions are separate discussions and stay; a fork keeps the turns it copied.",
    target: discussionParams,
  }),

  fork: operation({
    names: { http: "forkDiscussion", command: "fork" },
    title: "Fork a discussion from any turn",
    description:
      "Starts a new discussion from any turn of an existing one, with other seats, models, options or rules. The original is not changed.",
    target: discussionParams,
    input: forkFields.extend({ changes: forkChangesSchema().optional().describe("what the fork changes") }).meta({
      id: "NewFork",
      example: { atTurn: 4, changes: { seats: [{ seat: "model-b", model: "rehearsal/bold" }] } },
    }),
    output: discussionOutput,
  }),

  followUp: operation({
    names: { http: "followUpDiscussion", command: "continue" },
    title: "Ask the same seats a follow-up question",
    description:
      "Starts a new discussion with the same seats and rules, and with the outcome of the finished one as material. The finished one is not changed.",
    target: discussionParams,
    input: z
      .strictObject({ topic: discussionInputSchema().shape.topic })
      .meta({ id: "FollowUp", example: { topic: "And what do we do first?" } }),
    output: discussionOutput,
  }),

  compare: operation({
    names: { http: "compareDiscussions", command: "compare" },
    title: "Compare two discussions with a common beginning",
    description: "Shows where two discussions with a common beginning diverge, and how their outcomes differ.",
    target: discussionParams,
    input: z.strictObject({ with: z.string().min(1).max(200).describe("the other discussion's id") }),
    output: async () => (await answers()).comparisonResponse,
  }),
}
