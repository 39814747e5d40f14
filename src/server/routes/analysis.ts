import { z } from "zod"
import { buildLedger } from "../../core/analysing/ledger.ts"
import { assumptions } from "../../core/counting/normalized-votes.ts"
import { recount } from "../../core/counting/recount.ts"
import { protocolSchema } from "../../core/discussion/settings.ts"
import { protocolNames } from "../../core/discussion/vote.ts"
import { count } from "../../core/public/field-schemas.ts"
import { resultSchema } from "../../core/public/part-schemas.ts"
import { publishOutcome } from "../../core/public/publish-parts.ts"
import { compareForks } from "../../core/reporting/compare-forks.ts"
import { loadState } from "../../engine/context.ts"
import { discussionOperations, discussionParams } from "../../operations/discussions.ts"
import { shownTo } from "../access/reader-seat.ts"
import { type Api, jsonContent } from "../api.ts"
import { asQuery } from "../describe-operation.ts"
import { readerQuery } from "../schemas/requests.ts"

const recountQuery = readerQuery.extend({
  protocol: protocolSchema().optional().meta({ description: "voting method (default: all of them)", example: "borda" }),
})

const recountSchema = z
  .object({
    ballotId: z.string(),
    protocol: protocolSchema(),
    options: z.array(z.string()),
    decided: z.string().optional().describe("what the ballot decided, if anything"),
    winner: z.string().optional().describe("absent where this method decides nothing"),
    amount: z.number().optional(),
    tally: resultSchema.shape.tally.unwrap(),
    tie: resultSchema.shape.tie,
    counts: z
      .array(z.object({ tally: resultSchema.shape.tally.unwrap(), out: z.string() }))
      .optional()
      .describe("earlier counts of a run-off, each with the option that it eliminated"),
    differs: z.boolean().describe("whether the result differs from the ballot's own"),
    assumed: z.array(z.enum(assumptions)).describe("assumptions made because the votes were cast in another form"),
  })
  .meta({ id: "Recount" })

export const recountsResponse = z.object({ recounts: z.array(recountSchema) }).meta({ id: "RecountsAnswer" })

const positionSchema = z
  .object({
    roundNumber: count,
    stance: z
      .string()
      .nullable()
      .describe(
        "an option, or a position in the words of whoever took it first; null where its vote could not be read",
      ),
    amount: z.number().optional(),
    confidence: z.number().optional().describe("absent where the seat did not say how sure it is"),
    reasoning: z.string(),
    source: z
      .enum(["vote", "stance", "words"])
      .describe(
        "`vote`: as it voted openly among options; `stance`: as it said itself; `words`: as its turn was understood",
      ),
    changed: z.boolean(),
    after: z
      .object({ turnId: z.string(), role: z.string(), name: z.string() })
      .optional()
      .describe("with a change: the turn that it answers, else the last one of another seat before it"),
  })
  .meta({ id: "Position" })

const newPositionSchema = z
  .object({ kind: z.literal("new_position"), role: z.string(), roundNumber: count, from: z.string(), to: z.string() })
  .meta({ id: "NewPositionAlert", description: "A seat went over to what nobody stood for at the vote before." })

const newWinnerSchema = z
  .object({ kind: z.literal("new_winner"), roundNumber: count, stance: z.string() })
  .meta({ id: "NewWinnerAlert", description: "What won is what nobody stood for at the first vote." })

const noMajoritySchema = z
  .object({ kind: z.literal("no_majority"), roundNumber: count, stance: z.string(), votes: count, voters: count })
  .meta({ id: "NoMajorityAlert", description: "What won has no more than half of the votes behind it." })

export const ledgerResponse = z
  .object({
    ledger: z
      .object({
        seats: z.array(
          z.object({
            role: z.string(),
            name: z.string(),
            positions: z.array(positionSchema).describe("empty where nothing is known"),
          }),
        ),
        alerts: z.array(z.discriminatedUnion("kind", [newPositionSchema, newWinnerSchema, noMajoritySchema])),
      })
      .meta({ id: "Ledger" }),
  })
  .meta({ id: "LedgerAnswer" })

export function analysisRoutes(api: Api): void {
  const routes = api.routes("Discussions", "/api/v1/discussions/{id}")

  routes.get("/recount", {
    operationId: "recountDiscussion",
    summary: "Recount the votes",
    description: "Counts the last deciding ballot by another voting method, or by all of them, from the same votes.",
    scope: "read",
    forSeatKeys: true,
    params: discussionParams,
    query: recountQuery,
    errors: [409],
    responses: { 200: jsonContent(recountsResponse, "The result of each voting method") },
    handle: async ({ services, params, query, access }) => {
      const state = await shownTo(await loadState(services.engine.store, params.id), { access, query })
      const wanted = query.protocol === undefined ? protocolNames : [query.protocol]
      return Response.json({ recounts: wanted.map((protocol) => recount(state, protocol)) })
    },
  })

  routes.get("/ledger", {
    operationId: "getLedger",
    summary: "Get the position ledger",
    description:
      "Each seat's position after each round, when it changed and after whose turn, with alerts where votes moved as they do before wrong decisions.",
    scope: "read",
    forSeatKeys: true,
    params: discussionParams,
    query: readerQuery,
    responses: { 200: jsonContent(ledgerResponse, "The ledger") },
    handle: async ({ services, params, query, access }) => {
      const state = await shownTo(await loadState(services.engine.store, params.id), { access, query })
      return Response.json({ ledger: buildLedger(state) })
    },
  })

  routes.get("/compare", {
    ...asQuery(discussionOperations.compare, "This discussion as `a`, the other as `b`"),
    scope: "read",
    handle: async ({ services, params, query }) => {
      const { store } = services.engine
      const [first, second] = await Promise.all([loadState(store, params.id), loadState(store, query.with)])
      const { outcomes, ...comparison } = compareForks(first, second)
      const [a, b] = [outcomes.a && publishOutcome(outcomes.a), outcomes.b && publishOutcome(outcomes.b)]
      return Response.json({ comparison: { ...comparison, outcomes: { ...outcomes, a, b } } })
    },
  })
}
