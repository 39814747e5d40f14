import { z } from "zod"
import { decisionKinds, limitNames, solutionSources, stoppingReasons } from "../discussion/outcome.ts"
import { protocolSchema } from "../discussion/settings.ts"
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
        position: text.nullable().describe("an option, yes or no; null where it could not be read"),
        count: count.describe("how many hold it"),
        seats: list(seatId).optional().describe("who they are; absent where the ballot was secret"),
        confidence: z.number().describe("on average"),
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
        "what settled it; `judge`: one seat voted alone; `chair`: one seat wrote the result and nobody else decided; `none`: it ended without a conclusion",
      ),
    seats: list(seatId)
      .optional()
      .describe("those who agreed, the judge or the chair; absent where a secret ballot keeps it"),
    limit: z.enum(limitNames).optional().describe("with `limit`: which one"),
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
        unsure: count.optional().describe("of these, those who are not sure enough to count"),
        unreadable: count,
        tally: tallySchema.optional().describe("votes of each option, the most first"),
        inPoints: z.literal(true).optional().describe("the tally is in points"),
        tie: tieSchema.optional(),
        answers: z.literal(true).optional().describe("it ranked what seats had answered, by their names"),
        amounts: list(z.number())
          .optional()
          .describe("the amounts named for the option that most chose, where they differ"),
      })
      .optional()
      .describe("the last ballot on the matter"),
    positions: list(z.object({ position: text, seats: count }))
      .optional()
      .describe("where nothing was decided: how many stood for what last, by ballot or stance"),
    unknown: count.optional().describe("seats of which nobody knows it"),
    call: z
      .object({ yes: count, voters: count, unreadable: count })
      .optional()
      .describe("how many wanted to vote, where a vote was never held"),
    writer: seatId.optional().describe("the seat that wrote the synthesis"),
    writerModel: text
      .optional()
      .describe("the model that it was written with, where none of the writer's own could be reached"),
    unwritten: seatId.optional().describe("the seat that was to write the synthesis and could not"),
  })
  .meta({ id: "DecidedBy" })

export const outcomeSchema = z
  .object({
    stoppingReason: z.enum(stoppingReasons),
    agreed: z.boolean(),
    decidedBy: decidedBySchema,
    sentence: text.describe("what settled it, in one sentence in the discussion's language"),
    solution: text.optional(),
    solutionFrom: z
      .enum(solutionSources)
      .optional()
      .describe("where the solution comes from; only `agreement` means that all required seats agreed to it"),
    likelihood: z
      .object({ probability: z.number().min(0).max(1), learnedFrom: count.describe("from how many answers") })
      .optional()
      .describe("how likely the solution is right; only where that was learned, and the votes were cast alone"),
    amount: z.number().optional(),
    bestProposal: z.object({ role: seatId.optional(), solution: text, confidence: z.number() }).optional(),
    result: z.unknown().optional().describe("valid by the schema in `result`; null where there is none"),
    resultProblem: text.optional().describe("why `result` is null"),
    rounds: count,
    contributions: list(contributionSchema),
    dissent: list(
      z.object({
        role: seatId.optional().describe("absent where the ballot was secret"),
        name: text.optional().describe("absent where the ballot was secret"),
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
        tied: z.literal(true).optional().describe("only the order of the options puts the winner first"),
      }),
    )
      .optional()
      .describe("the result of the last ballot by every voting method that can count it"),
    baseline: z
      .object({
        role: seatId.describe("the seat that was asked alone"),
        modelId: text.optional(),
        wanted: count.describe("as many answers as the table made calls for its turns and votes"),
        answers: count.describe("how many of them there are"),
        unreadable: count,
        tally: tallySchema.describe("how often each option was chosen, the most first"),
        choice: text.optional().describe("what was chosen most; absent where two were as often"),
        usage: usageSchema.describe("of the answers given alone"),
        tableUsage: usageSchema.describe("of the discussion itself, its record included"),
        sentence: text.describe("the same in words, in the discussion's language"),
      })
      .optional()
      .describe("what one seat chose that was asked alone, where `baseline` asked for it"),
    usage: usageSchema,
    error: errorDetailSchema.optional(),
  })
  .meta({ id: "Outcome" })
