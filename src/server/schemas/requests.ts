import { z } from "zod"
import { settingsSchema } from "../../core/discussion/settings.ts"
import { discussionInputSchema } from "../../core/formats/discussion-input.ts"
import { readerSeat, waitSeconds } from "../../operations/common.ts"
import { discussionParams } from "../../operations/discussions.ts"

export const readerQuery = z.strictObject(readerSeat)

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

export const seatPromptQuery = z.strictObject({
  wait: waitSeconds.describe("seconds to wait until the seat is asked something"),
})

export const turnParams = discussionParams.extend({
  turn: z.string().max(100).meta({ description: "the turn's id", example: "t4" }),
})

const modelChoice = z.strictObject({
  modelId: z.string().min(1).max(200),
  providerId: z.string().min(1).max(100),
  displayName: z.string().min(1).max(60).optional(),
})

const { rounds, maxTokens, minRounds } = settingsSchema().shape

/** A duet's own names of what is called otherwise everywhere else; values are our names. */
export const duetOptionNames = {
  maxIterations: "rounds",
  maxTokensPerTurn: "maxTokens",
  requireBothConsensus: "agreement",
  minRoundsBeforeConsensus: "minRounds",
} as const

const duetOptions = settingsSchema()
  .partial()
  .extend({
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
    prompt: discussionInputSchema().shape.topic,
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
