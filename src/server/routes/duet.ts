import { z } from "@hono/zod-openapi"
import { abort } from "../../engine/verbs/abort.ts"
import { create } from "../../engine/verbs/create.ts"
import type { Api } from "../api.ts"
import { connectionOf } from "../http/connection.ts"
import { pickShape, type Shape } from "../http/pick-shape.ts"
import { answersJson } from "../http/responses.ts"
import { idempotencyHeader } from "../idempotency.ts"
import { duetQuery, duetSchema } from "../schemas/requests.ts"
import { newPromptSchema, postedPrompt } from "../schemas/squad.ts"
import type { Watchers } from "../sse/watchers.ts"
import { postSquadPrompt } from "./squad.ts"

const path = "/api/discussion"

/** What tells a duet from a prompt to the squad, in one call that takes both. */
const shapes: readonly Shape<typeof duetSchema | typeof newPromptSchema>[] = [
  { name: "a duet", fields: ["prompt", "modelA", "modelB"], schema: duetSchema },
  { name: "a prompt to the squad", fields: ["requester_agent", "prompt_message"], schema: newPromptSchema },
]

export function duetRoutes(api: Api, watchers: Watchers): void {
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
      readBody: (value) => pickShape(value, shapes),
      headers: idempotencyHeader,
      errors: [409, 422],
      responses: {
        200: { description: "The duet's events, to its end", content: { "text/event-stream": { schema: z.string() } } },
        201: answersJson(postedPrompt, "The prompt, and its message in the chat"),
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
          await create({ context: engine, input: { discussionId: id, asked: askedFor(body), defaults } })
          return { status: 200, body: id }
        })
        const onGone = () => {
          if (query.detach === "true") return
          const input = { discussionId, reason: "the client went away" }
          abort({ context: engine, input }).catch(watchers.onFault)
        }
        const { cut } = connectionOf(context)
        const place = { seq: 0, heard: [] }
        const response = await watchers.watch({ ...opened, engine, discussionId, place, cut, onGone })
        response.headers.set("location", `/api/v1/discussions/${discussionId}`)
        return response
      })
    },
  )
}

function askedFor({ prompt, modelA, modelB, options }: z.output<typeof duetSchema>) {
  const seats = [modelA, modelB].map(({ providerId, modelId, displayName }) => ({
    model: `${providerId}/${modelId}`,
    ...(displayName !== undefined && { name: displayName }),
  }))
  return { format: "duet", topic: prompt, seats, ...(options && { options }) }
}
