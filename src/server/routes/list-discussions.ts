import { type Api, jsonContent } from "../api.ts"
import { discussionPage, listQuery } from "../schemas/discussion-list.ts"

/** Apart from the other routes, so that whoever only lists does not load what discussions are made with. */
export function listRoute(api: Api): void {
  api.routes("Discussions", "/api/v1/discussions").get("", {
    operationId: "listDiscussions",
    summary: "List discussions",
    description: "Newest first, in pages.",
    scope: "read",
    query: listQuery,
    responses: { 200: jsonContent(discussionPage, "A page of discussions") },
    handle: async ({ services, query }) => {
      const { discussions, next } = await services.discussions.list(query)
      return Response.json({ discussions, next })
    },
  })
}
