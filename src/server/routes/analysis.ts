import { buildLedger, type Ledger } from "../../core/analysing/ledger.ts"
import { recount } from "../../core/counting/recount.ts"
import { protocolNames } from "../../core/protocols/index.ts"
import { publishOutcome } from "../../core/public/publish-discussion.ts"
import { compareForks } from "../../core/reporting/compare-forks.ts"
import { loadState } from "../../engine/context.ts"
import { readerQuery } from "../../operations/common.ts"
import { discussionOperations, discussionParams } from "../../operations/discussions.ts"
import { stateForReader } from "../access/reader-seat.ts"
import { type Api, jsonContent } from "../api.ts"
import { asQuery } from "../describe-operation.ts"
import { ledgerResponse, recountQuery, recountsResponse } from "../schemas/analysis.ts"

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
