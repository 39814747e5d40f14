import { invalidInput } from "../../core/errors.ts"
import { publish } from "../../core/public/publish.ts"
import { isFinal } from "../../engine/live/follower.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import type { Api } from "../api.ts"
import { lastEventIdHeader } from "../schemas/common.ts"
import { discussionParams, eventsQuery } from "../schemas/requests.ts"
import { discussionStream, eventPage } from "../schemas/responses.ts"
import { cursorOfRequest, type DiscussionStreams } from "../sse/discussion-streams.ts"

export function discussionEventRoutes(api: Api, discussionStreams: DiscussionStreams): void {
  api.routes("Discussions").get("/api/v1/discussions/{id}/events", {
    operationId: "followDiscussion",
    summary: "Follow a discussion",
    description:
      "Server-sent events from the first, or from where a client left off, also in the middle of a turn. With `Accept: application/json` a page of events. 204 after the last event.",
    scope: "read",
    forSeatKeys: true,
    params: discussionParams,
    query: eventsQuery,
    headers: lastEventIdHeader("12:t3:1:80"),
    responses: {
      200: {
        description: "A stream of events, or a page of them",
        content: { ...discussionStream, "application/json": { schema: eventPage } },
      },
      204: { description: "The last event was received: there are no more" },
    },
    handle: async (call) => {
      const { request, services, params, query } = call
      const cursor = cursorOfRequest(request, query.after)
      const { engine } = services
      if (wantsJson(request)) return eventPageResponse(engine.store, params.id, cursor.seq, query.limit)
      return api.streams.open(call, (slot) =>
        discussionStreams.open({ ...slot, engine, discussionId: params.id, cursor }),
      )
    },
  })
}

function wantsJson(request: Request): boolean {
  const accept = request.headers.get("accept") ?? ""
  return accept.includes("application/json") && !accept.includes("text/event-stream")
}

async function eventPageResponse(store: DiscussionStore, id: string, after: number, limit: number): Promise<Response> {
  // One more than asked for: the event before the page says whether there is an event `after` at all.
  const before = after > 0 ? 1 : 0
  const found = await store.read(id, after - before, limit + before)
  const end = found.at(-1)
  if (!end) throw invalidInput([{ field: "query.after", message: `there is no event ${after} yet` }])
  const body = { events: found.slice(before).map(publish), next: isFinal(end) ? null : end.seq }
  return Response.json(body, { headers: { "cache-control": "no-store", vary: "accept" } })
}
