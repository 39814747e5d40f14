import { buildLedger } from "../../core/analysing/ledger.ts"
import { recount } from "../../core/counting/recount.ts"
import { protocolNames } from "../../core/discussion/vote.ts"
import { compareForks } from "../../core/reporting/compare-forks.ts"
import { loadState } from "../../engine/load-state.ts"
import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { comparisonResponse, ledgerResponse, recountQuery, recountsResponse } from "../schemas/analysis.ts"
import { compareQuery, discussionParams } from "../schemas/requests.ts"

const tag = "Discussions"
const headers = { "cache-control": "no-store" }

/** Who stood where, where two part, and what the votes would have come to. */
export function analysisRoutes(api: Api): void {
  api.endpoint(
    {
      method: "get",
      path: "/api/v1/discussions/{id}/recount",
      operationId: "recountDiscussion",
      tag,
      summary: "Count the votes again",
      description: "The last ballot on the matter under another protocol, or under all of them, from the same votes.",
      scope: "read",
      params: discussionParams,
      query: recountQuery,
      errors: [404, 409],
      responses: { 200: jsonContent(recountsResponse, "The votes under each protocol that was asked for") },
    },
    async ({ services, params, query }) => {
      const state = await loadState(services.engine.store, params.id)
      const wanted = query.protocol === undefined ? protocolNames : [query.protocol]
      return Response.json({ recounts: wanted.map((protocol) => recount(state, protocol)) }, { headers })
    },
  )

  api.endpoint(
    {
      method: "get",
      path: "/api/v1/discussions/{id}/ledger",
      operationId: "getLedger",
      tag,
      summary: "Show who stood where",
      description:
        "For each seat its position after each round, when it changed and after whose turn; and alerts where a vote went where wrong ones often do.",
      scope: "read",
      params: discussionParams,
      errors: [404],
      responses: { 200: jsonContent(ledgerResponse, "The ledger") },
    },
    async ({ services, params }) =>
      Response.json({ ledger: buildLedger(await loadState(services.engine.store, params.id)) }, { headers }),
  )

  api.endpoint(
    {
      method: "get",
      path: "/api/v1/discussions/{id}/compare",
      operationId: "compareDiscussions",
      tag,
      summary: "Show where two forks part",
      description: "How much two discussions that began alike have in common, and in what their outcomes differ.",
      scope: "read",
      params: discussionParams,
      query: compareQuery,
      errors: [404],
      responses: { 200: jsonContent(comparisonResponse, "This discussion as `a` beside the other as `b`") },
    },
    async ({ services, params, query }) => {
      const { store } = services.engine
      const [a, b] = await Promise.all([loadState(store, params.id), loadState(store, query.with)])
      return Response.json({ comparison: compareForks(a, b) }, { headers })
    },
  )
}
