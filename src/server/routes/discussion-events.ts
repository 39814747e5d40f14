import { z } from "zod"
import { fold } from "../../core/discussion/fold.ts"
import { invalidField } from "../../core/errors.ts"
import { publish } from "../../core/public/publish.ts"
import { follow, isFinal } from "../../engine/live/follower.ts"
import { lastEventIdHeader, readerSeat, waitSeconds } from "../../operations/common.ts"
import { discussionParams } from "../../operations/discussions.ts"
import { readerSeatId } from "../access/reader-seat.ts"
import type { Api, ApiCall } from "../api.ts"
import { cursorOfRequest, type DiscussionStreams } from "../sse/discussion-streams.ts"
import { encodePublished, encodeRendered, type PublishEvent } from "../sse/event-encoder.ts"

const answers = () => import("../schemas/responses.ts")

const eventsQuery = z.strictObject({
  as: z
    .enum(["ag-ui", "ai-sdk"])
    .optional()
    .describe("stream in another protocol, from the first event: AG-UI, or UI messages of the AI SDK"),
  after: z.string().max(20_000).optional().meta({
    description: "continue after this event; `Last-Event-ID` takes precedence",
    example: "12",
  }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe("page size, with `Accept: application/json`"),
  wait: waitSeconds.describe(
    "seconds to wait for an event if the page would be empty, with `Accept: application/json`",
  ),
  ...readerSeat,
})

export function discussionEventRoutes(api: Api, discussionStreams: DiscussionStreams): void {
  api.routes("Discussions").get("/api/v1/discussions/{id}/events", {
    operationId: "followDiscussion",
    summary: "Follow a discussion",
    description:
      "Server-sent events from the first one, or after `Last-Event-ID`, which can be in the middle of a turn. With `Accept: application/json` a page of events. 204 after the last event.",
    scope: "read",
    forSeatKeys: true,
    params: discussionParams,
    query: eventsQuery,
    headers: lastEventIdHeader("12:t3:1:80"),
    responses: {
      200: {
        description: "A stream of events, or a page of them",
        content: {
          "text/event-stream": { schema: async () => (await answers()).discussionStream },
          "application/json": { schema: async () => (await answers()).eventPage },
        },
      },
      204: { description: "There are no more events: the client has received the last one" },
    },
    handle: async (call) => {
      const { request, services, params, query } = call
      const { cursor, cursorField } = cursorOfRequest(request, query.after)
      const { engine } = services
      const publishEvent = await publisherFor(call, cursor.seq, discussionStreams)
      if (wantsJson(request)) return eventPageResponse(call, cursor.seq, cursorField, publishEvent ?? publish)
      const { as } = query
      if (as && cursor.seq > 0) {
        throw invalidField(cursorField, "cannot be combined with `as`, which starts at the first event")
      }
      return api.streams.open(call, async (slot) => {
        const stream = { ...slot, engine, discussionId: params.id, cursor, cursorField }
        if (!as) {
          const own = publishEvent && { encode: encodePublished(params.id, publishEvent) }
          return discussionStreams.open({ ...stream, ...own })
        }
        const { render, headers } = await foreignStream(as, params.id)
        const response = await discussionStreams.open({ ...stream, encode: encodeRendered(render, publishEvent) })
        for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
        return response
      })
    },
  })
}

async function foreignStream(as: "ag-ui" | "ai-sdk", discussionId: string) {
  if (as === "ag-ui") {
    const { agUiEvents } = await import("../sse/render-ag-ui.ts")
    return { render: agUiEvents(discussionId), headers: {} }
  }
  const { aiSdkChunks, aiSdkHeaders } = await import("../sse/render-ai-sdk.ts")
  return { render: aiSdkChunks(discussionId), headers: aiSdkHeaders }
}

function wantsJson(request: Request): boolean {
  const accept = request.headers.get("accept") ?? ""
  return accept.includes("application/json") && !accept.includes("text/event-stream")
}

type EventsCall = Pick<
  ApiCall<z.output<typeof discussionParams>, z.output<typeof eventsQuery>, unknown>,
  "access" | "params" | "query" | "request" | "services"
>

/** Publishes events for one reader; undefined if all readers may see the same. */
async function publisherFor(
  call: EventsCall,
  after: number,
  streams: DiscussionStreams,
): Promise<PublishEvent | undefined> {
  const { access, query, params, services } = call
  const { store } = services.engine
  if (!access.seat?.seat && query.seat === undefined) {
    const first = await streams.eventAfter(services.engine, params.id, 0)
    if (first?.type !== "discussion_created" || first.data.table.secret === undefined) return undefined
  }
  const events = await store.read(params.id)
  const now = fold(params.id, events)
  const { SeatPublisher } = await import("../../core/public/withhold.ts")
  const publisher = new SeatPublisher(readerSeatId(now, { access, query }), now, events.slice(0, after))
  return (event) => publisher.publish(event)
}

async function eventPageResponse(
  call: EventsCall,
  after: number,
  cursorField: string,
  publishEvent: PublishEvent,
): Promise<Response> {
  const { store } = call.services.engine
  const { limit, wait } = call.query
  // One event before the page, to check that `after` exists, and one behind it, to see whether there are more.
  const before = after > 0 ? 1 : 0
  const readPage = () => store.read(call.params.id, after - before, limit + before + 1)
  let found = await readPage()
  const end = found.at(-1)
  if (!end) throw invalidField(cursorField, `there is no event ${after} yet`)
  if (found.length === before && wait > 0 && !isFinal(end)) {
    await nextEvent(call, after, wait)
    found = await readPage()
  }
  const page = found.slice(before, before + limit)
  const last = page.at(-1) ?? found[0]!
  const hasMore = found.length > before + limit
  const body = { events: page.map(publishEvent), next: hasMore ? last.seq : null, last: last.seq, over: isFinal(last) }
  return Response.json(body, { headers: { vary: "accept" } })
}

/** Waits for the next event, until the client disconnects or the time is up. */
async function nextEvent({ params, request, services: { engine } }: EventsCall, after: number, seconds: number) {
  const timeout = new AbortController()
  const cancel = engine.clock.after(seconds * 1_000, () => timeout.abort())
  const signal = AbortSignal.any([request.signal, timeout.signal])
  const options = { discussionId: params.id, after, wantsChunks: () => false, signal }
  for await (const _ of follow(engine, options)) break
  cancel()
}
