import { idParams } from "../../operations/common.ts"
import { listOperations, listPage, summaryResponse, withTitle } from "../../operations/discussion-list.ts"
import type { DiscussionSummary } from "../../ports/discussion-list.ts"
import { type Api, jsonContent } from "../api.ts"
import { asQuery } from "../describe-operation.ts"

/** Apart from the other routes, so that whoever only lists does not load what discussions are made with. */
export function listRoutes(api: Api): void {
  const routes = api.routes("Discussions", "/api/v1/discussions")

  routes.get("", {
    ...asQuery(
      listOperations.listDiscussions,
      "A page of discussions",
      "In pages. With `q` each comes with the place where the words were found.",
    ),
    scope: "read",
    handle: async ({ services, query }) => Response.json(await listPage(services.discussions, query)),
  })

  routes.get("/{id}/summary", {
    operationId: "getDiscussionSummary",
    summary: "Get a discussion as a list shows it",
    description: "Its title, labels, status, answer and seats, without its turns.",
    scope: "read",
    params: idParams("the discussion's id"),
    responses: { 200: jsonContent(summaryResponse, "The discussion's summary") },
    handle: async ({ services, params }) => summaryOf(await services.discussions.get(params.id)),
  })
}

export function summaryOf(discussion: DiscussionSummary): Response {
  return Response.json({ discussion: withTitle(discussion) })
}
