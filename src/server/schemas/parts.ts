import { z } from "@hono/zod-openapi"
import { seatKinds } from "../../core/discussion/seat.ts"
import { finishReasons, turnPurposes } from "../../core/discussion/turn.ts"
import { ballotFormNames, ballotQuestions, protocolNames } from "../../core/discussion/vote.ts"
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
    purpose: z.enum(turnPurposes),
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
    subDiscussion: z
      .object({ discussionId: z.string(), seats: z.array(z.string()) })
      .optional()
      .openapi({ description: "the sub-discussion that came back, and the seats that took part in it" }),
  })
  .openapi("Turn")

export const parentKinds = ["fork", "sub-discussion"] as const

export const subDiscussionSchema = z
  .object({
    id: z.string().openapi({ description: "also that of the turn that it comes back as", example: "s1" }),
    discussionId: z.string(),
    by: z.string().nullable().openapi({ description: "the seat that asked; null: somebody from outside" }),
    seats: z.array(z.string()),
    topic: z.string(),
    status: z.enum(["running", "completed", "failed", "aborted"]),
  })
  .openapi("SubDiscussion")

export const interjectionSchema = z
  .object({ id: z.string(), author: z.string(), content: z.string(), roundNumber: count, timestamp: time })
  .openapi("Interjection")

export const voteSchema = z
  .object({
    role: z.string(),
    hasConsensus: z.boolean().nullable(),
    choice: z.string().optional().openapi({ description: "the most preferred, where several are named" }),
    ranking: z
      .array(z.string())
      .optional()
      .openapi({ description: "from best to worst, where an order was asked for" }),
    approved: z
      .array(z.string())
      .optional()
      .openapi({ description: "all that are acceptable, where that was asked for" }),
    scores: z
      .array(z.object({ option: z.string(), score: z.number().min(0).max(10) }))
      .optional()
      .openapi({ description: "one for each option, where that was asked for" }),
    amount: z.number().optional(),
    confidence: z.number(),
    reasoning: z.string(),
    proposedSolution: z.string().optional(),
    reading: z.enum(["structured", "markers", "inferred", "unreadable"]),
    attempt: count,
    timestamp: time,
  })
  .openapi("Vote")

export const tallySchema = z
  .array(z.object({ option: z.string(), score: z.number() }))
  .openapi({ description: "what each option got, in the order in which they were given" })

export const tieSchema = z
  .object({ between: z.array(z.string()), by: z.enum(["confidence", "order"]) })
  .openapi("Tie", {
    description: "Options that came out alike; settled by the surer backers, else by the place among the options.",
  })

export const ballotSchema = z
  .object({
    id: z.string(),
    asks: z.enum(ballotQuestions),
    roundNumber: count,
    stage: count,
    secret: z.boolean(),
    voters: z.array(z.string()),
    options: z.array(z.string()),
    form: z
      .enum(ballotFormNames)
      .optional()
      .openapi({ description: "what a voter is asked for; one option where absent" }),
    orders: z
      .record(z.string(), z.array(count))
      .optional()
      .openapi({ description: "by seat, where each was shown the options in its own order: indices of `options`" }),
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
        protocol: z
          .enum(protocolNames)
          .optional()
          .openapi({ description: "how it was counted, where that always decides" }),
        tally: tallySchema.optional(),
        tie: tieSchema.optional(),
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
