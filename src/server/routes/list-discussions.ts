import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { discussionPage, listQuery } from "../schemas/discussion-list.ts"

export function listRoute(api: Api): void {
  api.endpoint(
    {
      method: "get",
      path: "/api/v1/discussions",
      operationId: "listDiscussions",
      tag: "Discussions",
      summary: "List discussions",
      description: "Newest first, a page at a time.",
      scope: "read",
      query: listQuery,
      responses: { 200: jsonContent(discussionPage, "A page of discussions") },
    },
    async ({ services, query }) => {
      const { discussions, next } = await services.discussions.list(query)
      return Response.json({ discussions, next })
    },
  )
}
