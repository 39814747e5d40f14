import { z } from "@hono/zod-openapi"
import { abortDiscussion } from "../../engine/verbs/abort-discussion.ts"
import { createDiscussion } from "../../engine/verbs/create-discussion.ts"
import type { Api } from "../api.ts"
import { connectionOf } from "../http/connection.ts"
import { jsonContent } from "../http/json-content.ts"
import { type BodyVariant, parseOneOf } from "../http/parse-one-of.ts"
import { idempotencyHeader } from "../idempotency.ts"
import { duetQuery, duetSchema } from "../schemas/requests.ts"
import { newPromptSchema, postedPrompt } from "../schemas/squad.ts"
import type { DiscussionStreams } from "../sse/discussion-streams.ts"
import { postSquadPrompt } from "./squad.ts"

const path = "/api/discussion"

/** What tells a duet from a prompt to the squad, in one call that takes both. */
const bodyVariants: readonly BodyVariant<typeof duetSchema | typeof newPromptSchema>[] = [
  { name: "a duet", fields: ["prompt", "modelA", "modelB"], schema: duetSchema },
  { name: "a prompt to the squad", fields: ["requester_agent", "prompt_message"], schema: newPromptSchema },
]

export function duetRoutes(api: Api, discussionStreams: DiscussionStreams): void {
  api.endpoint(
    {
      method: "post",
      path,
      operationId: "startDuet",
      tag: "Duet",
      summary: "Let two models talk until they agree, or ask the squad",
      description:
        "With `prompt`, `modelA` and `modelB`: starts a duet and streams it as server-sent events. Closing the connection aborts it, unless `detach` is true. A repeat with the same `Idempotency-Key` streams the same duet from its beginning. With `requester_agent` and `prompt_message`: posts a prompt that the squad answers.",
      scope: "discuss",
      query: duetQuery,
      body: z.union([duetSchema, newPromptSchema]),
      parseBody: (value) => parseOneOf(value, bodyVariants),
      headers: idempotencyHeader,
      errors: [409, 422],
      responses: {
        200: { description: "The duet's events, to its end", content: { "text/event-stream": { schema: z.string() } } },
        201: jsonContent(postedPrompt, "The prompt, and its message in the chat"),
      },
    },
    async (call) => {
      const { context, services, query, body } = call
      if ("requester_agent" in body) {
        return api.idempotency.once(call, `post ${path}`, () => postSquadPrompt(services, body))
      }
      const { engine, tableDefaults: defaults } = services
      return api.streams.open(call, async (opened) => {
        const { body: discussionId } = await api.idempotency.run(call, `post ${path}`, async () => {
          const id = api.services.ids.discussion()
          await createDiscussion({
            context: engine,
            input: { discussionId: id, request: toDiscussionInput(body), defaults },
          })
          return { status: 200, body: id }
        })
        const onDisconnect = () => {
          if (query.detach === "true") return
          const input = { discussionId, reason: "the client went away" }
          abortDiscussion({ context: engine, input }).catch(discussionStreams.onError)
        }
        const { cut } = connectionOf(context)
        const place = { seq: 0, turnOffsets: [] }
        const response = await discussionStreams.open({ ...opened, engine, discussionId, place, cut, onDisconnect })
        response.headers.set("location", `/api/v1/discussions/${discussionId}`)
        return response
      })
    },
  )
}

function toDiscussionInput({ prompt, modelA, modelB, options }: z.output<typeof duetSchema>) {
  const seats = [modelA, modelB].map(({ providerId, modelId, displayName }) => ({
    model: `${providerId}/${modelId}`,
    ...(displayName !== undefined && { name: displayName }),
  }))
  return { format: "duet", topic: prompt, seats, ...(options && { options }) }
}
