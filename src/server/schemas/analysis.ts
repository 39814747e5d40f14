import { z } from "@hono/zod-openapi"
import { assumptions } from "../../core/counting/normalized-votes.ts"
import { protocolNames } from "../../core/discussion/vote.ts"
import { outcomeSchema, resultSchema } from "../../core/public/part-schemas.ts"

const count = z.number().int().min(0)
const protocol = z.enum(protocolNames)

export const recountQuery = z.strictObject({
  protocol: protocol
    .optional()
    .openapi({ description: "one way to count; all of them where it is left out", example: "borda" }),
})

export const recountSchema = z
  .object({
    ballotId: z.string(),
    protocol,
    options: z.array(z.string()),
    decided: z.string().optional().openapi({ description: "what the ballot itself was decided for, if anything" }),
    winner: z.string().optional().openapi({ description: "absent where nothing would have been decided" }),
    amount: z.number().optional(),
    tally: resultSchema.shape.tally.unwrap(),
    tie: resultSchema.shape.tie,
    counts: z
      .array(z.object({ tally: resultSchema.shape.tally.unwrap(), out: z.string() }))
      .optional()
      .openapi({ description: "the counts of a run-off before the last, each with the option that it took out" }),
    differs: z.boolean().openapi({ description: "whether that is another end than the one it had" }),
    assumed: z
      .array(z.enum(assumptions))
      .openapi({ description: "what had to be assumed, since the votes were cast in another form" }),
  })
  .openapi("Recount")

export const recountsResponse = z.object({ recounts: z.array(recountSchema) }).openapi("RecountsAnswer")

const momentSchema = z
  .object({
    kind: z.enum(["turn", "interjection", "vote"]),
    roundNumber: count,
    by: z.string().openapi({ description: "the seat's id, or who interjected" }),
    content: z.string(),
  })
  .openapi("Moment")

export const comparisonResponse = z
  .object({
    comparison: z
      .object({
        alike: count.openapi({ description: "turns, words out of turn and votes that both begin with" }),
        partAt: z
          .object({ a: momentSchema.optional(), b: momentSchema.optional() })
          .nullable()
          .openapi({ description: "what each has where they part; null where they never do" }),
        outcomes: z.object({
          a: outcomeSchema.nullable(),
          b: outcomeSchema.nullable(),
          differIn: z.array(z.string()).openapi({ description: "fields of the outcomes" }),
        }),
      })
      .openapi("Comparison"),
  })
  .openapi("ComparisonAnswer")

const positionSchema = z
  .object({
    roundNumber: count,
    stance: z.string().nullable().openapi({ description: "an option, or yes or no; null could not be read" }),
    amount: z.number().optional(),
    confidence: z.number(),
    reasoning: z.string(),
    source: z
      .enum(["vote", "words"])
      .openapi({ description: "as it voted, or as its words were understood in a round without a ballot" }),
    changed: z.boolean(),
    after: z
      .object({ turnId: z.string(), role: z.string(), name: z.string() })
      .optional()
      .openapi({ description: "with a change: the last turn that the seat had heard from another" }),
  })
  .openapi("Position")

const newPositionSchema = z
  .object({ kind: z.literal("new_position"), role: z.string(), roundNumber: count, from: z.string(), to: z.string() })
  .openapi("NewPositionAlert", { description: "A seat went over to what nobody stood for at the vote before." })

const newWinnerSchema = z
  .object({ kind: z.literal("new_winner"), roundNumber: count, stance: z.string() })
  .openapi("NewWinnerAlert", { description: "What won is what nobody stood for at the first vote." })

const noMajoritySchema = z
  .object({ kind: z.literal("no_majority"), roundNumber: count, stance: z.string(), votes: count, voters: count })
  .openapi("NoMajorityAlert", { description: "What won has no more than half of the votes behind it." })

export const ledgerResponse = z
  .object({
    ledger: z
      .object({
        seats: z.array(z.object({ role: z.string(), name: z.string(), positions: z.array(positionSchema) })),
        alerts: z.array(z.discriminatedUnion("kind", [newPositionSchema, newWinnerSchema, noMajoritySchema])),
      })
      .openapi("Ledger"),
  })
  .openapi("LedgerAnswer")
