import { z } from "@hono/zod-openapi"
import { seatKinds } from "../../core/discussion/seat.ts"
import { finishReasons } from "../../core/discussion/turn.ts"
import { ballotQuestions } from "../../core/discussion/vote.ts"
import { errorCodes } from "../../core/errors.ts"

const count = z.number().int().min(0)
export const time = z.iso.datetime().openapi({ description: "ISO 8601, in UTC", example: "2026-01-31T12:00:00.000Z" })

export const usageSchema = z
  .object({
    promptTokens: count,
    cachedTokens: count,
    completionTokens: count,
    cacheWriteTokens: count.optional(),
    reasoningTokens: count.optional(),
    cost: z.number().optional().openapi({ description: "US dollars, where the price is known" }),
    estimated: z.literal(true).optional(),
  })
  .openapi("TokenUsage")

export const seatSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(seatKinds),
    role: z.string(),
    model: z.string().optional(),
    fallbacks: z.array(z.string()).optional(),
  })
  .openapi("Seat", { description: "What everyone may know of a seat. Briefings and personas are never shown." })

export const turnSchema = z
  .object({
    id: z.string(),
    role: z.string().openapi({ description: "the seat's id" }),
    roundNumber: count,
    purpose: z.enum(["turn", "synthesis"]),
    content: z.string(),
    passed: z.boolean(),
    timestamp: time,
    durationMs: z.number(),
    attempt: count,
    tokenUsage: usageSchema,
    finishReason: z.enum(finishReasons),
    modelId: z.string().optional(),
    author: z.string().optional().openapi({ description: "who spoke for a person's seat" }),
    belowMinimum: z.literal(true).optional(),
  })
  .openapi("Turn")

export const interjectionSchema = z
  .object({ id: z.string(), author: z.string(), content: z.string(), roundNumber: count, timestamp: time })
  .openapi("Interjection")

export const voteSchema = z
  .object({
    role: z.string(),
    hasConsensus: z.boolean().nullable(),
    choice: z.string().optional(),
    amount: z.number().optional(),
    confidence: z.number(),
    reasoning: z.string(),
    proposedSolution: z.string().optional(),
    reading: z.enum(["structured", "markers", "inferred", "unreadable"]),
    attempt: count,
    timestamp: time,
  })
  .openapi("Vote")

export const ballotSchema = z
  .object({
    id: z.string(),
    asks: z.enum(ballotQuestions),
    roundNumber: count,
    stage: count,
    secret: z.boolean(),
    voters: z.array(z.string()),
    options: z.array(z.string()),
    votes: z.array(voteSchema),
    result: z
      .object({
        passed: z.boolean(),
        yes: count,
        no: count,
        unreadable: count,
        choice: z.string().optional(),
        amount: z.number().optional(),
        finalSolution: z.string().optional(),
      })
      .optional(),
  })
  .openapi("Ballot")

export const errorDetailSchema = z
  .looseObject({
    code: z.enum(errorCodes),
    message: z.string(),
    recoverable: z.boolean(),
    role: z.string().optional(),
    roundNumber: count.optional(),
  })
  .openapi("DiscussionErrorDetail")
