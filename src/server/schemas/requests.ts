import { z } from "zod"
import { readerSeat, waitSeconds } from "../../operations/common.ts"
import { discussionParams } from "../../operations/discussions.ts"

export const readerQuery = z.strictObject(readerSeat)

const streamNames = ["ag-ui", "ai-sdk"] as const

export const eventsQuery = z.strictObject({
  as: z
    .enum(streamNames)
    .optional()
    .describe("stream in another protocol, from the first event: AG-UI, or UI messages of the AI SDK"),
  after: z.string().max(20_000).optional().meta({
    description: "continue after this event; `Last-Event-ID` takes precedence",
    example: "12",
  }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe("page size, with `Accept: application/json`"),
  wait: waitSeconds.describe(
    "seconds to wait for an event if the page would be empty, with `Accept: application/json`",
  ),
  ...readerSeat,
})

export const seatPromptQuery = z.strictObject({
  wait: waitSeconds.describe("seconds to wait until the seat is asked something"),
})

export const turnParams = discussionParams.extend({
  turn: z.string().max(100).meta({ description: "the turn's id", example: "t4" }),
})
