import { z } from "zod"
import { invalidInput } from "../../core/errors.ts"
import { parse } from "../../core/validation.ts"
import { createDiscussion } from "../../engine/verbs/create-discussion.ts"
import { abortDiscussion } from "../../engine/verbs/steer-discussion.ts"
import { type PostPromptInput, postPrompt } from "../../squad/index.ts"
import { type Api, type ApiCall, jsonContent } from "../api.ts"
import { idempotencyHeader } from "../idempotency.ts"
import { duetQuery, duetSchema } from "../schemas/requests.ts"
import { discussionStream } from "../schemas/responses.ts"
import { newPromptSchema, postedPrompt } from "../schemas/squad.ts"
import { requireResources } from "../services.ts"
import type { DiscussionStreams } from "../sse/discussion-streams.ts"

const path = "/api/discussion"
const route = `post ${path}`

/** The one call that starts a duet or asks the squad; the fields of its body say which. */
export function startRoute(api: Api, discussionStreams: DiscussionStreams): void {
  api.routes("Duet").post(path, {
    operationId: "startDuet",
    summary: "Start a duet, or ask the squad",
    description:
      "With `prompt`, `modelA` and `modelB`: starts a duet and streams it as server-sent events. Closing the connection aborts it, unless `detach` is true. A repeat with the same `Idempotency-Key` streams the same duet from its beginning. With `requester_agent` and `prompt_message`: posts a prompt for the squad to answer.",
    scope: "discuss",
    query: duetQuery,
    body: z.unknown(),
    documentedBody: z.union([duetSchema, newPromptSchema]),
    headers: idempotencyHeader,
    errors: [409, 422],
    responses: {
      200: { description: "The duet's events, to its end", content: discussionStream },
      201: jsonContent(postedPrompt, "The prompt, and its message in the chat"),
    },
    handle: (call) =>
      isDuet(call.body)
        ? startDuet(api, discussionStreams, call, parse(duetSchema, call.body))
        : api.idempotency.once(call, route, () => askSquad(call, call.body as PostPromptInput)),
  })
}

type Call = ApiCall<undefined, z.output<typeof duetQuery>, unknown>

const bodyFields = { "a duet": ["prompt", "modelA", "modelB"], "a prompt": ["requester_agent", "prompt_message"] }

/** Any field of its own says what a body is meant to be. */
function isDuet(body: unknown): boolean {
  const given = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : []
  const [duet, prompt] = Object.values(bodyFields).map((fields) => fields.some((field) => given.includes(field)))
  if (duet !== prompt) return duet!
  const kinds = Object.entries(bodyFields).map(([kind, fields]) => `${kind} (${fields.join(", ")})`)
  throw invalidInput([
    { field: "input", message: `must be ${kinds.join(" or ")}; this is ${duet ? "both" : "neither"}` },
  ])
}

async function askSquad({ services }: Call, input: PostPromptInput): Promise<Response> {
  const { squad } = requireResources(services)
  const posted = await postPrompt({ context: { squad }, input })
  return Response.json(posted, { status: 201, headers: { location: `${path}/${posted.prompt.id}` } })
}

function startDuet(
  api: Api,
  discussionStreams: DiscussionStreams,
  call: Call,
  duet: z.output<typeof duetSchema>,
): Promise<Response> {
  const { services, query } = call
  const { engine, tableDefaults: defaults } = services
  return api.streams.open(call, async (slot) => {
    const { body: discussionId } = await api.idempotency.run(call, route, async () => {
      const id = api.services.ids.discussion()
      const input = { discussionId: id, request: toDiscussionInput(duet), defaults }
      await createDiscussion({ context: engine, input })
      return { status: 200, body: id }
    })
    const onDisconnect = () => {
      if (query.detach === "true") return
      const input = { discussionId, reason: "the client disconnected" }
      abortDiscussion({ context: engine, input }).catch(discussionStreams.onError)
    }
    const cursor = { seq: 0, turnOffsets: [] }
    const response = await discussionStreams.open({ ...slot, engine, discussionId, cursor, onDisconnect })
    response.headers.set("location", `/api/v1/discussions/${discussionId}`)
    return response
  })
}

function toDiscussionInput({ prompt, modelA, modelB, options }: z.output<typeof duetSchema>) {
  const seats = [modelA, modelB].map(({ providerId, modelId, displayName }) => ({
    model: `${providerId}/${modelId}`,
    ...(displayName !== undefined && { name: displayName }),
  }))
  return { format: "duet", topic: prompt, seats, record: false, ...(options && { options }) }
}
