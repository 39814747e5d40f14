import { deleteDiscussion } from "../../engine/verbs/steer-discussion.ts"
import { httpWords, operationWords } from "../../operations/words.ts"
import type { DiscussionLabels } from "../../ports/discussion-list.ts"
import { type Api, jsonContent } from "../api.ts"
import { labelsSchema, summaryResponse } from "../schemas/discussion-list.ts"
import { discussionParams } from "../schemas/requests.ts"
import { summaryOf } from "./list-discussions.ts"

/** What is done to discussions that are there: none of it is part of their events. */
export function historyRoutes(api: Api): void {
  const routes = api.routes("Discussions", "/api/v1/discussions")

  routes.patch("/{id}", {
    operationId: "labelDiscussion",
    summary: "Rename, pin, tag or archive a discussion",
    description: "Changes what is given and leaves the rest. Also while the discussion is running.",
    scope: "discuss",
    params: discussionParams,
    body: labelsSchema,
    responses: { 200: jsonContent(summaryResponse, "The discussion's summary") },
    handle: async ({ services, params, body }) => {
      // JSON has no undefined: what is not given is not there.
      const labels = body as Partial<DiscussionLabels>
      return summaryOf(await services.discussions.label(params.id, labels))
    },
  })

  routes.delete("/{id}", {
    operationId: "deleteDiscussion",
    ...httpWords(operationWords.deleteDiscussion),
    scope: "discuss",
    params: discussionParams,
    responses: { 204: { description: "It is deleted" } },
    handle: async ({ services: { engine, discussions }, params }) => {
      await deleteDiscussion({ context: engine, input: { discussionId: params.id, discussions } })
      return new Response(null, { status: 204 })
    },
  })
}
