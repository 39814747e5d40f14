import { z } from "zod"
import { seatKinds } from "../discussion/seat.ts"
import { protocolSchema } from "../discussion/settings-schema.ts"
import { finishReasons, turnPurposes } from "../discussion/turn.ts"
import { ballotFormNames, ballotQuestions, voteReadings } from "../discussion/vote.ts"
import { errorCodes } from "../errors.ts"
import { count, list, seatId, text, time } from "./field-schemas.ts"

/** Only the server loads these schemas; everything else imports the types derived from them in `types.ts`. */
export const usageSchema = z
  .object({
    promptTokens: count,
    cachedTokens: count.describe("prompt tokens read from a cache"),
    completionTokens: count,
    cacheWriteTokens: count.optional().describe("prompt tokens written to a cache"),
    reasoningTokens: count.optional().describe("completion tokens spent on reasoning"),
    cost: z.number().optional().describe("US dollars; absent if the price is not known"),
    estimated: z.literal(true).optional().describe("some figures are estimates"),
  })
  .meta({ id: "TokenUsage" })

export const errorDetailSchema = z
  .object({
    code: z.enum(errorCodes),
    message: text,
    recoverable: z.boolean(),
    role: seatId.optional(),
    roundNumber: count.optional(),
    problems: list(z.object({ field: text, message: text })).optional(),
  })
  .meta({ id: "DiscussionErrorDetail" })

export const seatSchema = z
  .object({
    id: seatId,
    name: text,
    kind: z.enum(seatKinds),
    role: text,
    model: text.optional().describe("provider/model"),
    fallbacks: list(text).optional().describe("models to use, in this order, if the model fails for good"),
  })
  .meta({ id: "Seat", description: "The public fields of a seat. Briefings and personas are never shown." })

const stanceSchema = z
  .object({
    position: text.describe("an option, or the position as its first holder worded it"),
    confidence: z.number().min(0).max(100).optional(),
    answers: list(seatId).describe("the seats that it responds to"),
    wording: text.optional().describe("the seat's own wording, if it differs from `position`"),
  })
  .meta({ id: "Stance", description: "A seat's position as it stated it." })

export const turnSchema = z
  .object({
    id: text,
    role: seatId,
    roundNumber: count,
    purpose: z.enum(turnPurposes),
    content: text,
    characterCount: count.optional().describe("length of the content in characters"),
    passed: z.boolean(),
    timestamp: time,
    durationMs: z.number(),
    attempt: count,
    tokenUsage: usageSchema,
    finishReason: z.enum(finishReasons),
    modelId: text.optional(),
    reportedModel: text.optional().describe("the model's name and version as its provider reported it"),
    stance: stanceSchema.optional(),
    author: text.optional().describe("the person who answered for the seat"),
    hidden: z.literal(true).optional().describe("the content is withheld until the requesting seat has spoken"),
    belowMinimum: z.literal(true).optional().describe("every attempt was too short; this is the best of them"),
    subDiscussion: z
      .object({ discussionId: text, seats: list(seatId) })
      .optional()
      .describe("the sub-discussion whose result this turn reports, and its seats"),
  })
  .meta({ id: "Turn" })

export const interjectionSchema = z
  .object({ id: text, author: text, content: text, roundNumber: count, timestamp: time })
  .meta({ id: "Interjection", description: "A comment out of turn." })

export const voteSchema = z
  .object({
    role: seatId.optional().describe("absent if the ballot is secret"),
    hasConsensus: z.boolean().nullable().describe("null if the vote is not yes or no, or could not be read"),
    choice: text.optional().describe("the first choice"),
    ranking: list(text).optional().describe("on a ranking ballot: options from best to worst"),
    approved: list(text).optional().describe("on an approval ballot: all acceptable options"),
    scores: list(z.object({ option: text, score: z.number().min(0).max(10) }))
      .optional()
      .describe("on a score ballot: a score for each option"),
    amount: z.number().optional(),
    confidence: z.number(),
    reasoning: text,
    proposedSolution: text.optional(),
    reading: z.enum(voteReadings).describe("how the vote was read from the reply"),
    attempt: count.optional().describe("absent if the ballot is secret"),
    timestamp: time.optional().describe("absent if the ballot is secret"),
  })
  .meta({ id: "Vote" })

export const tallySchema = list(z.object({ option: text, score: z.number() }))
export const tieSchema = z.object({ between: list(text), by: z.enum(["confidence", "order"]) }).meta({ id: "Tie" })

export const resultSchema = z
  .object({
    sentence: text.describe("the question and its result in words, in the discussion's language"),
    passed: z.boolean(),
    yes: count,
    no: count,
    unreadable: count,
    choice: text.optional(),
    amount: z.number().optional(),
    finalSolution: text.optional(),
    protocol: protocolSchema().optional().describe("the voting method, if options were voted on"),
    tally: tallySchema.optional().describe("the score of each option, in the order of `options`"),
    tie: tieSchema
      .optional()
      .describe("options with the same score; decided by the confidence of their voters, else by their order"),
    pooledBallots: count.optional().describe("number of ballots that the tally combines, if there are several"),
  })
  .meta({ id: "BallotResult" })

export const ballotFields = {
  asks: z.enum(ballotQuestions),
  roundNumber: count,
  stage: count,
  secret: z.boolean(),
  voters: list(seatId),
  options: list(text),
  form: z.enum(ballotFormNames).optional().describe("the form of a vote (default: one option)"),
  answers: list(text).optional().describe("if seats' answers are ranked: the turn id of each option"),
  orders: z
    .record(text, list(count))
    .optional()
    .describe("per seat: the order in which it sees the options, as indices of `options`, without its own answer"),
}

export const ballotSchema = z
  .object({
    id: text,
    ...ballotFields,
    votes: list(voteSchema).describe("on a secret ballot: only with the result, without names and not in voting order"),
    voted: list(seatId).describe("seats that have voted so far"),
    result: resultSchema.optional(),
  })
  .meta({ id: "Ballot" })
