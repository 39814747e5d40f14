import { z } from "@hono/zod-openapi"
import { invalidInput } from "../../core/errors.ts"
import { publish } from "../../core/public/publish.ts"
import { isFinal } from "../../engine/live/follower.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import type { Api } from "../api.ts"
import { connectionOf } from "../http/connection.ts"
import { discussionParams, eventsQuery } from "../schemas/requests.ts"
import { eventPage } from "../schemas/responses.ts"
import { cursorOfRequest, type DiscussionStreams } from "../sse/discussion-streams.ts"

const headers = z.object({
  "Last-Event-ID": z.string().optional().openapi({
    description: "The id of the last event that was received; the stream goes on exactly after it.",
    example: "12:t3:1:80",
  }),
})

export function discussionEventRoutes(api: Api, discussionStreams: DiscussionStreams): void {
  api.endpoint(
    {
      method: "get",
      path: "/api/v1/discussions/{id}/events",
      operationId: "followDiscussion",
      tag: "Discussions",
      summary: "Follow a discussion",
      description:
        "Server-sent events from the first, or from where a client left off, also in the middle of a turn. With `Accept: application/json` a page of events. 204 once the end was seen.",
      scope: "read",
      params: discussionParams,
      query: eventsQuery,
      headers,
      errors: [404],
      responses: {
        200: {
          description: "A stream of events, or a page of them",
          content: {
            "text/event-stream": { schema: z.string().openapi({ example: eventExample }) },
            "application/json": { schema: eventPage },
          },
        },
        204: { description: "The end was seen: there is nothing more to come" },
      },
    },
    async (call) => {
      const { context, request, services, params, query } = call
      const place = cursorOfRequest(request, query.after)
      const { engine } = services
      if (wantsJson(request)) return eventPageResponse(engine.store, params.id, place.seq, query.limit)
      const { cut } = connectionOf(context)
      return api.streams.open(call, (opened) =>
        discussionStreams.open({ ...opened, engine, discussionId: params.id, place, cut }),
      )
    },
  )
}

const eventExample = 'id: 2\nevent: discussion-started\ndata: {"discussionId":"…","timestamp":"…","prompt":"…"}\n\n'

function wantsJson(request: Request): boolean {
  const accept = request.headers.get("accept") ?? ""
  return accept.includes("application/json") && !accept.includes("text/event-stream")
}

async function eventPageResponse(store: DiscussionStore, id: string, after: number, limit: number): Promise<Response> {
  // One more than asked for: the event before the page says whether `after` is there at all.
  const before = after > 0 ? 1 : 0
  const found = await store.read(id, after - before, limit + before)
  const end = found.at(-1)
  if (!end) throw invalidInput([{ field: "query.after", message: `event ${after} is not there yet` }])
  const events = found.slice(before).map(publish)
  const body = { events, next: isFinal(end) ? null : end.seq }
  return Response.json(body, { headers: { "cache-control": "no-store", vary: "accept" } })
}
