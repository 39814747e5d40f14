import { z } from "zod"
import { settingsSchema } from "../../core/discussion/settings.ts"
import { discussionInputSchema, seatInputSchema } from "../../core/formats/discussion-input.ts"
import { forkChangesSchema } from "../../core/steering/create-fork.ts"
import { subDiscussionInputSchema } from "../../core/steering/create-sub-discussion.ts"
import { discussionRequestSchema } from "../../core/tables/discussion-request.ts"
import { idParams, waitSeconds } from "./common.ts"

export const discussionParams = idParams("the discussion's id")

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

export const createDiscussionSchema = discussionRequestSchema.extend(creationFields.shape).meta({
  id: "NewDiscussion",
  example: {
    format: "duet",
    topic: "Should a small team begin with one service or with several?",
    seats: [{ model: "rehearsal/bold" }, { model: "rehearsal/curious" }],
  },
})

/** For reads of whoever has a seat: a seat's key has its own anyway. */
const readerSeat = {
  seat: z.string().min(1).max(100).optional().meta({
    description:
      "a seat's id or name: answers as this seat may see it, without what the others say in a parallel or private stage before it has spoken there itself. With a seat's key always its own",
    example: "kim",
  }),
}
export const readerQuery = z.strictObject(readerSeat)

/** Streams that other clients know. */
const streamNames = ["ag-ui", "ai-sdk"] as const

export const eventsQuery = z.strictObject({
  as: z
    .enum(streamNames)
    .optional()
    .describe("the stream in other words, from its first event: of AG-UI, or of the AI SDK's messages"),
  after: z.string().max(20_000).optional().meta({
    description: "continue after this event; `Last-Event-ID` takes precedence",
    example: "12",
  }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe("page size, with `Accept: application/json`"),
  wait: waitSeconds.describe(
    "seconds to wait for an event where the page would be empty, with `Accept: application/json`",
  ),
  ...readerSeat,
})

const content = z.string().min(1).max(100_000)

export const turnInputSchema = z
  .strictObject({
    seat: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe("the seat's id or name; optional where only one seat is waiting for an answer"),
    content,
    stance: z
      .strictObject({
        position: z.string().min(1).max(500).describe("an option, or a position in a few words"),
        confidence: z.number().min(0).max(100).optional().describe("how sure the seat is"),
        answers: z.array(z.string().max(100)).max(64).optional().describe("names or ids of the seats that it answers"),
      })
      .optional()
      .describe("where the seat stands, with a turn; not part of its words"),
  })
  .meta({ id: "NewTurn", example: { seat: "kim", content: "We have six weeks and twelve people." } })

export const interjectionInputSchema = z
  .strictObject({ author: z.string().min(1).max(100), content })
  .meta({ id: "NewInterjection", example: { author: "Kim", content: "Mind the budget." } })

export const abortInputSchema = z
  .strictObject({ reason: z.string().min(1).max(500).optional().describe("why; told to all who follow it") })
  .meta({ id: "Abort", example: { reason: "We have decided elsewhere." } })

export const interruptQuery = z.strictObject({
  turn: z.string().min(1).max(100).optional().meta({
    description: "interrupt only this turn, so that a late call does not interrupt the next speaker",
    example: "t4",
  }),
})

export const newSeatSchema = seatInputSchema.meta({
  id: "NewSeat",
  example: { name: "Lawyer", persona: "You know tenancy law." },
})

export const seatParams = discussionParams.extend({
  seat: z.string().meta({ description: "the seat's id or name", example: "lawyer" }),
})

export const seatPromptQuery = z.strictObject({
  wait: waitSeconds.describe("seconds to wait until the seat is asked something"),
})

export const discussionQuery = z.strictObject({
  wait: waitSeconds.describe(
    "seconds to wait until the discussion is over, paused, or waiting for somebody; the answer shows it as it is then",
  ),
  ...readerSeat,
})

export const seatKeyParams = seatParams.extend({
  key: z.string().max(100).describe("the key's id, not the key itself"),
})

export const shareKeyParams = discussionParams.extend(seatKeyParams.pick({ key: true }).shape)

export const turnParams = discussionParams.extend({
  turn: z.string().max(100).meta({ description: "the turn's id", example: "t4" }),
})

export const newSubDiscussionSchema = subDiscussionInputSchema.meta({
  id: "NewSubDiscussion",
  example: { topic: "What would the move cost?", seats: ["Manager", "Specialist"] },
})

/** As the server reads it: the changes are parsed by the verb that forks. */
export const forkFields = z.strictObject({
  atTurn: z
    .union([z.number().int().min(0).max(1e6), z.string().min(1).max(100)])
    .meta({ description: "the last turn to copy, by its number or id; 0 copies none", example: 4 }),
  changes: z.unknown().optional(),
})

export const forkInputSchema = forkFields.extend({ changes: forkChangesSchema.optional() }).meta({
  id: "NewFork",
  example: { atTurn: 4, changes: { seats: [{ seat: "model-b", model: "rehearsal/bold" }] } },
})

export const followUpSchema = z
  .strictObject({ topic: discussionInputSchema.shape.topic })
  .meta({ id: "FollowUp", example: { topic: "And what do we do first?" } })

export const compareQuery = z.strictObject({
  with: z.string().min(1).max(200).describe("the other discussion's id"),
})

export const exportQuery = z.strictObject({
  as: z
    .enum(["md", "json", "html", "adr"])
    .default("md")
    .describe("file format; `adr`: a decision record in the layout of MADR"),
  ...readerSeat,
})

const modelChoice = z.strictObject({
  modelId: z.string().min(1).max(200),
  providerId: z.string().min(1).max(100),
  displayName: z.string().min(1).max(60).optional(),
})

const { rounds, maxTokens, minRounds } = settingsSchema.shape

/** A duet's own names of what is called otherwise everywhere else; values are our names. */
export const duetOptionNames = {
  maxIterations: "rounds",
  maxTokensPerTurn: "maxTokens",
  requireBothConsensus: "agreement",
  minRoundsBeforeConsensus: "minRounds",
} as const

const duetOptions = settingsSchema.partial().extend({
  maxIterations: rounds.optional(),
  maxTokensPerTurn: maxTokens.optional(),
  requireBothConsensus: z.boolean().optional().describe("false: one yes is enough"),
  minRoundsBeforeConsensus: z
    .union([minRounds, z.literal(0)])
    .optional()
    .describe(minRounds.description!),
})

export const duetSchema = z
  .strictObject({
    prompt: discussionInputSchema.shape.topic,
    modelA: modelChoice,
    modelB: modelChoice,
    options: duetOptions.optional(),
  })
  .meta({
    id: "NewDuet",
    example: {
      prompt: "Tabs or spaces?",
      modelA: { providerId: "rehearsal", modelId: "bold" },
      modelB: { providerId: "rehearsal", modelId: "curious" },
    },
  })

export const duetQuery = z.strictObject({
  detach: z.enum(["true", "false"]).default("false").describe("true: the duet continues when the connection is closed"),
})
