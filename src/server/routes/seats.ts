import { joinDiscussion } from "../../engine/verbs/join-discussion.ts"
import { leaveDiscussion } from "../../engine/verbs/leave-discussion.ts"
import type { Api } from "../api.ts"
import { engineWithIfMatch, ifMatchHeader } from "../http/if-match.ts"
import { jsonContent } from "../http/json-content.ts"
import { discussionResponse } from "../present/discussion-response.ts"
import { discussionResponseSchema } from "../schemas/discussion.ts"
import { discussionParams, newSeatSchema, seatParams } from "../schemas/requests.ts"

const common = {
  tag: "Steering",
  scope: "discuss",
  headers: ifMatchHeader,
  responses: { 200: jsonContent(discussionResponseSchema, "The discussion, as it stands now") },
} as const

export function seatRoutes(api: Api): void {
  api.endpoint(
    {
      ...common,
      method: "post",
      path: "/api/v1/discussions/{id}/seats",
      operationId: "joinDiscussion",
      summary: "Seat one more",
      description: "A model, a person or an outside agent sits down and takes part from the next round on.",
      params: discussionParams,
      body: newSeatSchema,
      creates: true,
      errors: [404, 409, 422],
    },
    async ({ request, services, params, body }) => {
      const context = engineWithIfMatch(request, services.engine)
      return discussionResponse(await joinDiscussion({ context, input: { discussionId: params.id, seat: body } }))
    },
  )

  api.endpoint(
    {
      ...common,
      method: "delete",
      path: "/api/v1/discussions/{id}/seats/{seat}",
      operationId: "leaveDiscussion",
      summary: "Let a seat go",
      description: "It is asked nothing any more; what it said stays. Harmless to repeat.",
      params: seatParams,
      errors: [404, 409],
    },
    async ({ request, services, params }) => {
      const context = engineWithIfMatch(request, services.engine)
      return discussionResponse(
        await leaveDiscussion({ context, input: { discussionId: params.id, seat: params.seat } }),
      )
    },
  )
}
