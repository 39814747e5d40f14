import { z } from "zod"
import { decisionKinds, limitNames, solutionSources, stoppingReasons } from "../discussion/outcome.ts"
import { protocolSchema } from "../discussion/settings-schema.ts"
import { ballotQuestions, voteReadings } from "../discussion/vote.ts"
import { count, list, seatId, text } from "./field-schemas.ts"
import { errorDetailSchema, tallySchema, tieSchema, usageSchema } from "./part-schemas.ts"

const standingSchema = z
  .object({
    ballotId: text,
    roundNumber: count,
    asks: z.enum(ballotQuestions),
    positions: list(
      z.object({
        position: text.nullable().describe("an option, yes or no; null for votes that could not be read"),
        count: count.describe("number of seats that hold it"),
        seats: list(seatId).optional().describe("absent if the ballot was secret"),
        confidence: z.number().describe("their average confidence"),
      }),
    ),
  })
  .meta({ id: "Standing", description: "The positions on one ballot, the most common first." })

export const contributionSchema = z
  .object({ role: seatId, name: text, turns: count, passes: count, characters: count, excerpt: text })
  .meta({ id: "Contribution", description: "A seat's part in the discussion." })

const decidedBySchema = z
  .object({
    kind: z
      .enum(decisionKinds)
      .describe(
        "what settled it; `judge`: one seat voted alone; `chair`: one seat wrote the result and nothing else was decided; `none`: it ended without a conclusion",
      ),
    seats: list(seatId)
      .optional()
      .describe("the seats that agreed, the judge or the chair; absent if a secret ballot hides them"),
    limit: z.enum(limitNames).optional().describe("with `limit`: which limit"),
    ballot: z
      .object({
        ballotId: text,
        roundNumber: count,
        asks: z.enum(ballotQuestions),
        protocol: protocolSchema(),
        passed: z.boolean(),
        choice: text.optional(),
        amount: z.number().optional(),
        yes: count.describe("voters who said yes, or whose first choice won"),
        voters: count,
        unsure: count.optional().describe("of `yes`: votes below the minimum confidence"),
        unreadable: count,
        tally: tallySchema.optional().describe("votes of each option, highest first"),
        inPoints: z.literal(true).optional().describe("the tally is in points"),
        tie: tieSchema.optional(),
        answers: z.literal(true).optional().describe("it ranked the seats' answers; the options are their names"),
        amounts: list(z.number()).optional().describe("the amounts named for the leading option, if they differ"),
      })
      .optional()
      .describe("the last readable ballot on the topic itself"),
    positions: list(z.object({ position: text, seats: count }))
      .optional()
      .describe("if nothing was decided: the last known positions, by ballot or stance"),
    unknown: count.optional().describe("number of seats whose position is not known"),
    call: z
      .object({ yes: count, voters: count, unreadable: count })
      .optional()
      .describe("number of seats that wanted to vote, if no vote was held"),
    writer: seatId.optional().describe("the seat that wrote the synthesis"),
    writerModel: text
      .optional()
      .describe("the model of another seat that wrote the synthesis, if none of the writer's own could be reached"),
    unwritten: seatId.optional().describe("the seat that should have written the synthesis but could not"),
  })
  .meta({ id: "DecidedBy" })

export const outcomeSchema = z
  .object({
    stoppingReason: z.enum(stoppingReasons),
    agreed: z.boolean(),
    decidedBy: decidedBySchema,
    sentence: text.describe("what settled it: one sentence in the discussion's language"),
    solution: text.optional(),
    solutionFrom: z
      .enum(solutionSources)
      .optional()
      .describe("source of the solution; only `agreement` means that all required seats agreed to it"),
    likelihood: z
      .object({ probability: z.number().min(0).max(1), learnedFrom: count.describe("number of answers") })
      .optional()
      .describe("probability that the solution is right; only with learned weights and votes cast independently"),
    amount: z.number().optional(),
    bestProposal: z.object({ role: seatId.optional(), solution: text, confidence: z.number() }).optional(),
    result: z.unknown().optional().describe("valid against the requested `result` schema; null if there is none"),
    resultProblem: text.optional().describe("why `result` is null"),
    rounds: count,
    contributions: list(contributionSchema),
    dissent: list(
      z.object({
        role: seatId.optional().describe("absent if the ballot was secret"),
        name: text.optional().describe("absent if the ballot was secret"),
        reading: z.enum(voteReadings),
        confidence: z.number(),
        reasoning: text,
        choice: text.optional(),
      }),
    ),
    votes: z
      .object({ first: standingSchema, final: standingSchema })
      .optional()
      .describe("the positions on the first and the last deciding ballot"),
    recounts: list(
      z.object({
        protocol: protocolSchema(),
        winner: text.nullable(),
        differs: z.boolean(),
        tied: z.literal(true).optional().describe("a tie, broken by the order of the options"),
      }),
    )
      .optional()
      .describe("the last readable ballot, counted by every voting method that applies"),
    baseline: z
      .object({
        role: seatId.describe("the seat that was asked on its own"),
        modelId: text.optional(),
        wanted: count.describe(
          "number of answers to ask for: as many as the discussion made calls for its turns and votes",
        ),
        answers: count.describe("number of answers received"),
        unreadable: count,
        tally: tallySchema.describe("answers for each option, highest first"),
        choice: text.optional().describe("the most frequent answer; absent on a tie"),
        usage: usageSchema.describe("usage of the baseline answers"),
        tableUsage: usageSchema.describe("usage of the discussion, including its record"),
        sentence: text.describe("the comparison in words, in the discussion's language"),
      })
      .optional()
      .describe("one seat's repeated answers on its own, to compare with, if `baseline` was requested"),
    usage: usageSchema,
    error: errorDetailSchema.optional(),
  })
  .meta({ id: "Outcome" })
