import { z } from "zod"
import { invalidField } from "../../core/errors.ts"
import { lastEventIdHeader, nextCursor } from "../../operations/common.ts"
import { chatMessageSchema, promptSchema } from "../../operations/squad.ts"
import type { Clock } from "../../ports/clock.ts"
import type { ChatEvent, SquadStore } from "../../ports/squad-store.ts"
import { followChat, postMessage, postMessageSchema } from "../../squad/index.ts"
import { externalIdSchema } from "../../squad/input.ts"
import { type Api, jsonContent, parsedByVerb } from "../api.ts"
import { requireResources } from "../services.ts"
import { type DiscussionStreams, lastEventId } from "../sse/discussion-streams.ts"
import { type FeedOptions, type FeedSource, feedResponse } from "../sse/feed.ts"

export const newMessageSchema = postMessageSchema.meta({
  id: "NewMessage",
  example: { agent_name: "Kim", message: "I am back.", is_human: true },
})

const seqParam = z.string().regex(/^\d{1,15}$/, "is not an event number; send it as you received it")

const chatQuery = z.strictObject({
  task_ref: externalIdSchema.optional().describe("filter by task"),
  discussion_prompt_id: externalIdSchema.optional().describe("filter by prompt"),
  limit: z.coerce.number().int().min(1).max(100).default(50).describe("page size"),
  cursor: seqParam.optional().describe("`next` of the previous page"),
})

const chatEventsQuery = z.strictObject({
  after: seqParam
    .optional()
    .meta({ description: "continue after this event; `Last-Event-ID` takes precedence", example: "12" }),
})

const messageResponse = z.object({ chat: chatMessageSchema }).meta({ id: "ChatMessageAnswer" })
export const chatPage = z.object({ messages: z.array(chatMessageSchema), next: nextCursor }).meta({ id: "ChatPage" })

const id = z.string().meta({ description: "send it as `Last-Event-ID` to continue here", example: "12" })

const chatEventStream = {
  "text/event-stream": {
    schema: z
      .array(
        z.discriminatedUnion("event", [
          z.object({ event: z.literal("message"), data: chatMessageSchema, id }),
          z.object({ event: z.literal("prompt"), data: promptSchema, id }),
        ]),
      )
      .describe("server-sent events"),
  },
}

export function chatRoutes(api: Api, discussionStreams: DiscussionStreams): void {
  const routes = api.routes("Chat", "/api/v1/chat")

  routes.get("", {
    operationId: "listChat",
    summary: "List chat messages",
    description: "The newest messages in chronological order. `next` is the cursor of the page before them.",
    scope: "read",
    query: chatQuery,
    responses: { 200: jsonContent(chatPage, "A page of messages") },
    handle: async ({ services, query }) => {
      const { squad } = requireResources(services)
      const { limit, cursor, ...rest } = query
      const before = cursor === undefined ? {} : { before: Number(cursor) }
      const found = await squad.chat({ ...rest, ...before, limit: limit + 1 })
      const messages = found.slice(-limit)
      const next = found.length > limit ? String(messages[0]!.seq) : null
      return { messages, next }
    },
  })

  routes.post("", {
    operationId: "postMessage",
    summary: "Post a chat message",
    description: "Posts an ordinary message. Prompts and answers have their own calls.",
    scope: "discuss",
    ...parsedByVerb(newMessageSchema),
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
      "Server-sent events: `message` for every message, and `prompt` with the full prompt whenever one changes. Starts with the next event, or after `Last-Event-ID`.",
    scope: "read",
    query: chatEventsQuery,
    headers: lastEventIdHeader("12"),
    responses: { 200: { description: "An endless stream of events", content: chatEventStream } },
    handle: async (call) => {
      const { request, services, query } = call
      const { squad } = requireResources(services)
      const after = await resolveLastEventId(squad, lastEventId(request, query.after))
      const { streams, onError } = discussionStreams
      const { clock } = api.services
      return api.streams.open(call, async (slot) => chatStream(squad, after, { ...slot, clock, streams, onError }))
    },
  })
}

/** The event after which a client wants to continue (default: the latest). */
async function resolveLastEventId(squad: SquadStore, { value, field }: ReturnType<typeof lastEventId>) {
  const last = await squad.lastSeq()
  if (value === undefined) return last
  if (!/^\d{1,15}$/.test(value)) throw invalidField(field, "is not an event id; send one as you received it")
  if (Number(value) > last) throw invalidField(field, `there is no event ${value} yet`)
  return Number(value)
}

const encoder = new TextEncoder()

type StreamOptions = Omit<FeedOptions<ChatEvent>, "open" | "encode" | "clock"> & { readonly clock: Clock }

/** The squad's chat after an event, as an endless text/event-stream. */
export function chatStream(squad: SquadStore, after: number, options: StreamOptions): Response {
  const open = () => chatSource(squad, options.clock, after)
  return feedResponse({ ...options, open, encode: ([event]) => ({ bytes: encodeEvent(event!), count: 1 }) })
}

function chatSource(squad: SquadStore, clock: Clock, after: number): FeedSource<ChatEvent> {
  const abort = new AbortController()
  const events = followChat({ context: { squad, clock }, input: { after, signal: abort.signal } })
  return {
    requestNext(receiver) {
      events.next().then(
        ({ done, value }) => receiver.give(done ? undefined : [value]),
        (error) => receiver.fail(error),
      )
    },
    close: () => abort.abort(),
  }
}

/** The id comes last: clients that apply it early would skip a message that was cut off. */
function encodeEvent(event: ChatEvent): Uint8Array {
  const data = event.type === "message" ? event.message : event.prompt
  return encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(data)}\nid: ${event.seq}\n\n`)
}
