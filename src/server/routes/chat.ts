import { invalidField } from "../../core/errors.ts"
import { lastEventIdHeader } from "../../operations/common.ts"
import type { SquadStore } from "../../ports/squad-store.ts"
import { listChat, postMessage } from "../../squad/index.ts"
import { type Api, jsonContent } from "../api.ts"
import {
  chatEventStream,
  chatEventsQuery,
  chatPage,
  chatQuery,
  messageResponse,
  newMessageSchema,
} from "../schemas/chat.ts"
import { requireResources } from "../services.ts"
import { chatStream } from "../sse/chat-stream.ts"
import type { DiscussionStreams } from "../sse/discussion-streams.ts"

export function chatRoutes(api: Api, discussionStreams: DiscussionStreams): void {
  const routes = api.routes("Chat", "/api/v1/chat")

  routes.get("", {
    operationId: "listChat",
    summary: "List chat messages",
    description: "The newest messages, newest last; `next` is the cursor of the page of older ones.",
    scope: "read",
    query: chatQuery,
    responses: { 200: jsonContent(chatPage, "A page of messages") },
    handle: async ({ services, query }) => {
      const { squad } = requireResources(services)
      const { limit, cursor, ...rest } = query
      const input = { ...rest, limit: limit + 1, ...(cursor !== undefined && { before: Number(cursor) }) }
      const found = await listChat({ context: { squad }, input })
      const messages = found.slice(-limit)
      const next = found.length > limit ? String(messages[0]!.seq) : null
      return Response.json({ messages, next })
    },
  })

  routes.post("", {
    operationId: "postMessage",
    summary: "Post a chat message",
    description: "An ordinary message. Prompts and answers are posted by calls of their own.",
    scope: "discuss",
    body: newMessageSchema,
    creates: "by one write",
    errors: [404],
    responses: { 201: jsonContent(messageResponse, "The message") },
    handle: ({ services, body, create }) => {
      const { squad } = requireResources(services)
      return create(
        (answerFor) => postMessage({ context: { squad, answerFor }, input: body }),
        (chat) => ({ chat }),
      )
    },
  })

  routes.get("/events", {
    operationId: "followChat",
    summary: "Follow the chat",
    description:
      "Server-sent events: `message` for every message, and `prompt` with the whole prompt whenever one changes. Starts with the next event, or where a client left off.",
    scope: "read",
    query: chatEventsQuery,
    headers: lastEventIdHeader("12"),
    responses: { 200: { description: "A stream of events, without an end", content: chatEventStream } },
    handle: async (call) => {
      const { request, services, query } = call
      const { squad } = requireResources(services)
      const after = await resolveLastEventId(squad, request.headers.get("last-event-id") || query.after)
      const { streams, onError } = discussionStreams
      const { clock } = api.services
      return api.streams.open(call, async (slot) => chatStream({ ...slot, squad, clock, after, streams, onError }))
    },
  })
}

/** After which event a client wants to continue; without one, after all there are. */
async function resolveLastEventId(squad: SquadStore, given: string | undefined): Promise<number> {
  const last = await squad.lastSeq()
  if (given === undefined) return last
  if (/^\d{1,15}$/.test(given) && Number(given) <= last) return Number(given)
  throw invalidField("Last-Event-ID", "is not an event id; send one as you received it")
}
