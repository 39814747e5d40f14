import { loadState } from "../../engine/load-state.ts"
import { createDiscussion } from "../../engine/verbs/create-discussion.ts"
import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { discussionResponse } from "../present/discussion-response.ts"
import { discussionResponseSchema } from "../schemas/discussion.ts"
import { createDiscussionSchema, discussionParams } from "../schemas/requests.ts"

const tag = "Discussions"

export function discussionRoutes(api: Api): void {
  api.endpoint(
    {
      method: "post",
      path: "/api/v1/discussions",
      operationId: "createDiscussion",
      tag,
      summary: "Start a discussion",
      description:
        "Sets up a discussion of any format, or at a table, and starts it at once, unless `start` is false. What is left out comes from the format or table.",
      scope: "discuss",
      body: createDiscussionSchema,
      creates: true,
      responses: { 201: jsonContent(discussionResponseSchema, "The discussion, as it stands at its beginning") },
    },
    async ({ services, body }) => {
      const { start = true, sessionId, ...asked } = body
      const { engine, tableDefaults: defaults } = services
      const discussionId = api.services.ids.discussion()
      const state = await createDiscussion({
        context: engine,
        input: { discussionId, request: asked, defaults, sessionId, hold: !start },
      })
      return discussionResponse(state, 201, { location: `/api/v1/discussions/${discussionId}` })
    },
  )

  api.endpoint(
    {
      method: "get",
      path: "/api/v1/discussions/{id}",
      operationId: "getDiscussion",
      tag,
      summary: "Show one discussion",
      description:
        "The whole of it: where it stands, who sits there, every turn and ballot, the outcome and the usage.",
      scope: "read",
      params: discussionParams,
      errors: [404],
      responses: { 200: jsonContent(discussionResponseSchema, "The discussion") },
    },
    async ({ services, params }) => discussionResponse(await loadState(services.engine.store, params.id)),
  )
}
