import { idParams } from "../../operations/common.ts"
import { listOperations, listPage, summaryResponse, withTitle } from "../../operations/discussion-list.ts"
import type { DiscussionSummary } from "../../ports/discussion-list.ts"
import { type Api, jsonContent } from "../api.ts"
import { asQuery } from "../describe-operation.ts"
import { throwAsQueryError } from "../http/http-error.ts"

/** A separate module, so that listing does not load what running discussions needs. */
export function listRoutes(api: Api): void {
  const routes = api.routes("Discussions", "/api/v1/discussions")

  routes.get("", {
    ...asQuery(
      listOperations.listDiscussions,
      "A page of discussions",
      "Paginated. With `q` each result includes an excerpt of the match.",
    ),
    scope: "read",
    handle: ({ services, query }) => listPage(services.discussions, query).catch(throwAsQueryError),
  })

  routes.get("/{id}/summary", {
    operationId: "getDiscussionSummary",
    summary: "Get the summary of a discussion",
    description: "Its title, labels, status, answer and seats, as in the list.",
    scope: "read",
    params: idParams("the discussion's id"),
    responses: { 200: jsonContent(summaryResponse, "The discussion's summary") },
    handle: async ({ services, params }) => summaryOf(await services.discussions.get(params.id)),
  })
}

export function summaryOf(discussion: DiscussionSummary): Response {
  return Response.json({ discussion: withTitle(discussion) })
}
