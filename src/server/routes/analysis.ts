import { z } from "zod"
import { buildLedger, type Ledger } from "../../core/analysing/ledger.ts"
import { assumptions } from "../../core/counting/normalized-votes.ts"
import { recount } from "../../core/counting/recount.ts"
import { protocolSchema } from "../../core/discussion/settings-schema.ts"
import { protocolNames } from "../../core/protocols/index.ts"
import { count } from "../../core/public/field-schemas.ts"
import { resultSchema } from "../../core/public/part-schemas.ts"
import { publishOutcome } from "../../core/public/publish-discussion.ts"
import { compareForks } from "../../core/reporting/compare-forks.ts"
import { loadState } from "../../engine/context.ts"
import { readerQuery } from "../../operations/common.ts"
import { discussionOperations, discussionParams } from "../../operations/discussions.ts"
import { stateForReader } from "../access/reader-seat.ts"
import { type Api, jsonContent } from "../api.ts"
import { asQuery } from "../describe-operation.ts"

const recountQuery = readerQuery.extend({
  protocol: protocolSchema().optional().meta({ description: "voting method (default: all of them)", example: "borda" }),
})

const recountSchema = z
  .object({
    ballotId: z.string(),
    protocol: protocolSchema(),
    options: z.array(z.string()),
    decided: z.string().optional().describe("the result of the ballot itself, if it had one"),
    winner: z.string().optional().describe("absent if this method has no winner"),
    amount: z.number().optional(),
    tally: resultSchema.shape.tally.unwrap(),
    tie: resultSchema.shape.tie,
    counts: z
      .array(z.object({ tally: resultSchema.shape.tally.unwrap(), out: z.string() }))
      .optional()
      .describe("earlier counts of a run-off, each with the option it eliminated"),
    differs: z.boolean().describe("whether the winner differs from the ballot's own"),
    assumed: z.array(z.enum(assumptions)).describe("assumptions, if the votes were cast in another form"),
  })
  .meta({ id: "Recount" })

export const recountsResponse = z.object({ recounts: z.array(recountSchema) }).meta({ id: "RecountsAnswer" })

const positionSchema = z
  .object({
    roundNumber: count,
    stance: z
      .string()
      .nullable()
      .describe("an option, or a position as first stated by a seat; null if the vote could not be read"),
    amount: z.number().optional(),
    confidence: z.number().optional().describe("absent if the seat stated none"),
    reasoning: z.string(),
    source: z
      .enum(["vote", "stance", "words"])
      .describe("`vote`: from an open vote; `stance`: as stated by the seat; `words`: inferred from its turn"),
    changed: z.boolean(),
    after: z
      .object({ turnId: z.string(), role: z.string(), name: z.string() })
      .optional()
      .describe("with a change: the turn it responds to, or else the last turn of another seat before it"),
  })
  .meta({ id: "Position" })

const newPositionSchema = z
  .object({ kind: z.literal("new_position"), role: z.string(), roundNumber: count, from: z.string(), to: z.string() })
  .meta({ id: "NewPositionAlert", description: "A seat moved to a position that no seat held at the previous vote." })

const newWinnerSchema = z
  .object({ kind: z.literal("new_winner"), roundNumber: count, stance: z.string() })
  .meta({ id: "NewWinnerAlert", description: "The winner is a position that no seat held at the first vote." })

const noMajoritySchema = z
  .object({ kind: z.literal("no_majority"), roundNumber: count, stance: z.string(), votes: count, voters: count })
  .meta({ id: "NoMajorityAlert", description: "The winner has no majority of the votes." })

export const ledgerResponse = z
  .object({
    ledger: z
      .object({
        seats: z.array(
          z.object({
            role: z.string(),
            name: z.string(),
            positions: z.array(positionSchema).describe("empty if no position is known"),
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
    description: "Recounts the votes of the last deciding ballot with another voting method, or with all of them.",
    scope: "read",
    forSeatKeys: true,
    params: discussionParams,
    query: recountQuery,
    errors: [409],
    responses: { 200: jsonContent(recountsResponse, "The result of each voting method") },
    handle: async ({ services, params, query, access }) => {
      const state = await stateForReader(await loadState(services.engine.store, params.id), { access, query })
      const wanted = query.protocol === undefined ? protocolNames : [query.protocol]
      return { recounts: wanted.map((protocol) => recount(state, protocol)) }
    },
  })

  routes.get("/ledger", {
    operationId: "getLedger",
    summary: "Get the position ledger",
    description:
      "Each seat's position after each round, and which turn preceded each change. Alerts mark shifts of votes that often precede wrong decisions.",
    scope: "read",
    forSeatKeys: true,
    params: discussionParams,
    query: readerQuery,
    responses: { 200: jsonContent(ledgerResponse, "The ledger") },
    handle: async ({ services, params, query, access }) => {
      const state = await stateForReader(await loadState(services.engine.store, params.id), { access, query })
      return { ledger: publishLedger(buildLedger(state)) }
    },
  })

  routes.get("/compare", {
    ...asQuery(discussionOperations.compare, "The comparison, with this discussion as `a` and the other as `b`"),
    scope: "read",
    handle: async ({ services, params, query }) => {
      const { store } = services.engine
      const [first, second] = await Promise.all([loadState(store, params.id), loadState(store, query.with)])
      const { outcomes, ...comparison } = compareForks(first, second)
      const [a, b] = [outcomes.a && publishOutcome(outcomes.a), outcomes.b && publishOutcome(outcomes.b)]
      return { comparison: { ...comparison, outcomes: { ...outcomes, a, b } } }
    },
  })
}

/** The HTTP contract calls a seat's id `role`. */
function publishLedger({ seats, alerts }: Ledger) {
  const withRole = <T extends { readonly seat: string }>({ seat, ...rest }: T) => ({ role: seat, ...rest })
  return {
    seats: seats.map(({ positions, ...seat }) => ({
      ...withRole(seat),
      positions: positions.map(({ after, ...position }) => ({ ...position, ...(after && { after: withRole(after) }) })),
    })),
    alerts: alerts.map((alert) => (alert.kind === "new_position" ? withRole(alert) : alert)),
  }
}
