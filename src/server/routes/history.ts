import { deleteDiscussion } from "../../engine/verbs/steer-discussion.ts"
import { listOperations } from "../../operations/discussion-list.ts"
import { discussionOperations } from "../../operations/discussions.ts"
import type { DiscussionLabels } from "../../ports/discussion-list.ts"
import type { Api } from "../api.ts"
import { asBody, asQuery } from "../describe-operation.ts"
import { summaryOf } from "./list-discussions.ts"

/** Labels and deletion, which are not part of a discussion's events. */
export function historyRoutes(api: Api): void {
  const routes = api.routes("Discussions", "/api/v1/discussions")

  routes.patch("/{id}", {
    ...asBody(listOperations.labelDiscussion, "The discussion's summary"),
    scope: "discuss",
    handle: async ({ services, params, body }) => {
      // Parsed JSON has no undefined values.
      const labels = body as Partial<DiscussionLabels>
      return summaryOf(await services.discussions.label(params.id, labels))
    },
  })

  routes.delete("/{id}", {
    ...asQuery(discussionOperations.deleteDiscussion, "Deleted"),
    scope: "discuss",
    handle: async ({ services: { engine, discussions }, params }) => {
      await deleteDiscussion({ context: engine, input: { discussionId: params.id, discussions } })
    },
  })
}
