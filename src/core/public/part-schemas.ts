import { z } from "zod"
import { seatKinds } from "../discussion/seat.ts"
import { protocolSchema } from "../discussion/settings.ts"
import { finishReasons, turnPurposes } from "../discussion/turn.ts"
import { ballotFormNames, ballotQuestions, voteReadings } from "../discussion/vote.ts"
import { errorCodes } from "../errors.ts"
import { count, list, seatId, text, time } from "./field-schemas.ts"

/** What events and answers are made of. Loaded by the server alone: types of them come from `types.ts`. */
export const usageSchema = z
  .object({
    promptTokens: count,
    cachedTokens: count.describe("of the prompt's tokens, those read from a cache"),
    completionTokens: count,
    cacheWriteTokens: count.optional().describe("of the prompt's tokens, those written to a cache"),
    reasoningTokens: count.optional().describe("of the completion's tokens, those spent on reasoning"),
    cost: z.number().optional().describe("US dollars, where the price is known"),
    estimated: z.literal(true).optional().describe("some of these figures are estimates"),
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
    fallbacks: list(text).optional().describe("used in this order where the model fails for good"),
  })
  .meta({ id: "Seat", description: "The public fields of a seat. Briefings and personas are never shown." })

const stanceSchema = z
  .object({
    position: text.describe("an option, or the words of whoever took this position first"),
    confidence: z.number().min(0).max(100).optional(),
    answers: list(seatId).describe("the seats whose words it answers"),
    wording: text.optional().describe("its own words, where they are others than those of `position`"),
  })
  .meta({ id: "Stance", description: "Where a seat stands, as it says itself." })

export const turnSchema = z
  .object({
    id: text,
    role: seatId,
    roundNumber: count,
    purpose: z.enum(turnPurposes),
    content: text,
    characterCount: count.optional().describe("the characters of its content"),
    passed: z.boolean(),
    timestamp: time,
    durationMs: z.number(),
    attempt: count,
    tokenUsage: usageSchema,
    finishReason: z.enum(finishReasons),
    modelId: text.optional(),
    reportedModel: text.optional().describe("the model's name and version as its provider reported it"),
    stance: stanceSchema.optional(),
    author: text.optional().describe("who answered for a person's seat"),
    hidden: z.literal(true).optional().describe("its words are withheld until the seat that asks has spoken"),
    belowMinimum: z.literal(true).optional().describe("every attempt was too short; this is the best of them"),
    subDiscussion: z
      .object({ discussionId: text, seats: list(seatId) })
      .optional()
      .describe("the sub-discussion whose result this turn is, and the seats that took part in it"),
  })
  .meta({ id: "Turn" })

export const interjectionSchema = z
  .object({ id: text, author: text, content: text, roundNumber: count, timestamp: time })
  .meta({ id: "Interjection", description: "A comment out of turn." })

export const voteSchema = z
  .object({
    role: seatId.optional().describe("absent where the ballot is secret"),
    hasConsensus: z.boolean().nullable().describe("null where the vote is not yes or no, or could not be read"),
    choice: text.optional().describe("the first choice, where several were named"),
    ranking: list(text).optional().describe("from best to worst, where the ballot asks for a ranking"),
    approved: list(text).optional().describe("all acceptable options, where the ballot asks for them"),
    scores: list(z.object({ option: text, score: z.number().min(0).max(10) }))
      .optional()
      .describe("one for each option, where the ballot asks for scores"),
    amount: z.number().optional(),
    confidence: z.number(),
    reasoning: text,
    proposedSolution: text.optional(),
    reading: z.enum(voteReadings).describe("how the vote was read from the reply"),
    attempt: count.optional().describe("absent where the ballot is secret"),
    timestamp: time.optional().describe("absent where the ballot is secret"),
  })
  .meta({ id: "Vote" })

export const tallySchema = list(z.object({ option: text, score: z.number() }))
export const tieSchema = z.object({ between: list(text), by: z.enum(["confidence", "order"]) }).meta({ id: "Tie" })

export const resultSchema = z
  .object({
    sentence: text.describe("what was asked and what came of it, in the discussion's language"),
    passed: z.boolean(),
    yes: count,
    no: count,
    unreadable: count,
    choice: text.optional(),
    amount: z.number().optional(),
    finalSolution: text.optional(),
    protocol: protocolSchema().optional().describe("the voting method of a choice among options"),
    tally: tallySchema.optional().describe("the result of each option, in the order of `options`"),
    tie: tieSchema
      .optional()
      .describe("options with the same result; decided by the confidence of their voters, else by their order"),
    pooledBallots: count
      .optional()
      .describe("number of ballots that the tally counts together, where it is more than this one"),
  })
  .meta({ id: "BallotResult" })

/** What a ballot asks, whom, and how. */
export const ballotFields = {
  asks: z.enum(ballotQuestions),
  roundNumber: count,
  stage: count,
  secret: z.boolean(),
  voters: list(seatId),
  options: list(text),
  form: z.enum(ballotFormNames).optional().describe("the form of a vote (default: one option)"),
  answers: list(text).optional().describe("where seats' answers are ranked: by option the id of its turn"),
  orders: z
    .record(text, list(count))
    .optional()
    .describe("the order in which each seat is shown the options, as indices of `options`; without its own answer"),
}

export const ballotSchema = z
  .object({
    id: text,
    ...ballotFields,
    votes: list(voteSchema).describe(
      "those of a secret ballot have no names, are in no order, and come with its result",
    ),
    voted: list(seatId).describe("who has voted so far"),
    result: resultSchema.optional(),
  })
  .meta({ id: "Ballot" })
