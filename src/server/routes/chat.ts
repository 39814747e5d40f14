import { z } from "@hono/zod-openapi"
import { invalidInput } from "../../core/errors.ts"
import type { SquadStore } from "../../ports/squad-store.ts"
import { listChat, postMessage } from "../../squad/index.ts"
import type { Api } from "../api.ts"
import { connectionOf } from "../http/connection.ts"
import { jsonContent } from "../http/json-content.ts"
import { requireResources } from "../require-resources.ts"
import { chatEventsQuery, chatPage, chatQuery, messageResponse, newMessageSchema } from "../schemas/chat.ts"
import { chatStream } from "../sse/chat-stream.ts"
import { type DiscussionStreams, streamHeaders } from "../sse/discussion-streams.ts"

const tag = "Chat"
const path = "/api/v1/chat"

const lastEventId = z.object({
  "Last-Event-ID": z.string().optional().openapi({
    description: "The id of the last event that was received; the stream goes on exactly after it.",
    example: "12",
  }),
})

const eventExample = 'event: message\ndata: {"seq":12,"agent_name":"Kim","message":"…"}\nid: 12\n\n'

export function chatRoutes(api: Api, discussionStreams: DiscussionStreams): void {
  api.endpoint(
    {
      method: "get",
      path,
      operationId: "listChat",
      tag,
      summary: "Read the squad's chat",
      description: "The newest messages, newest last; `next` is the cursor of the page of older ones.",
      scope: "read",
      query: chatQuery,
      responses: { 200: jsonContent(chatPage, "A page of messages") },
    },
    async ({ services, query }) => {
      const { squad } = requireResources(services)
      const { limit, cursor, ...rest } = query
      const input = { ...rest, limit: limit + 1, ...(cursor !== undefined && { before: Number(cursor) }) }
      const found = await listChat({ context: { squad }, input })
      const messages = found.slice(-limit)
      const next = found.length > limit ? String(messages[0]!.seq) : null
      return Response.json({ messages, next }, { headers: { "cache-control": "no-store" } })
    },
  )

  api.endpoint(
    {
      method: "post",
      path,
      operationId: "postMessage",
      tag,
      summary: "Say something in the squad's chat",
      description: "An ordinary message. Prompts and answers are posted by calls of their own.",
      scope: "discuss",
      body: newMessageSchema,
      creates: true,
      errors: [404],
      responses: { 201: jsonContent(messageResponse, "The message") },
    },
    async ({ services, body }) => {
      const { squad } = requireResources(services)
      return Response.json({ chat: await postMessage({ context: { squad }, input: body }) }, { status: 201 })
    },
  )

  api.endpoint(
    {
      method: "get",
      path: `${path}/events`,
      operationId: "followChat",
      tag,
      summary: "Follow the squad's chat",
      description:
        "Server-sent events: `message` for every message, `prompt` for every prompt whenever it changes, as it stands then. From what comes next, or from where a client left off.",
      scope: "read",
      query: chatEventsQuery,
      headers: lastEventId,
      responses: {
        200: {
          description: "A stream of events, without an end",
          content: { "text/event-stream": { schema: z.string().openapi({ example: eventExample }) } },
        },
      },
    },
    async (call) => {
      const { context, request, services, query } = call
      const { squad } = requireResources(services)
      const after = await resolveLastEventId(squad, request.headers.get("last-event-id") || query.after)
      const { streams, onError } = discussionStreams
      const { cut } = connectionOf(context)
      const { clock } = api.services
      return api.streams.open(call, async (opened) => {
        const body = chatStream({ ...opened, squad, clock, after, streams, cut, onError })
        return new Response(body, { headers: streamHeaders })
      })
    },
  )
}

/** After which event a client wants to go on; without one, after all there are. */
async function resolveLastEventId(squad: SquadStore, given: string | undefined): Promise<number> {
  const last = await squad.lastSeq()
  if (given === undefined) return last
  if (/^\d{1,15}$/.test(given) && Number(given) <= last) return Number(given)
  throw invalidInput([{ field: "Last-Event-ID", message: "is not an id of an event; send one as it came" }])
}
