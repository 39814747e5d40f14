import { z } from "zod"
import { isOver } from "../../core/discussion/fold.ts"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { resultSchemaProblem } from "../../core/recording/result-schema.ts"
import { loadState } from "../../engine/context.ts"
import { checkMaterials } from "../../engine/verbs/check-materials.ts"
import { createWithTable } from "../../engine/verbs/create-with-table.ts"
import { abortDiscussion } from "../../engine/verbs/steer-discussion.ts"
import type { Api } from "../api.ts"
import type { OrganisationServices } from "../services.ts"
import {
  readDeliberation,
  startOnce,
  startTable,
  streamDiscussion,
  waitForEnd,
  withFields,
} from "../single-reply/run-table.ts"
import type { DiscussionStreams } from "../sse/discussion-streams.ts"
import { encodeRendered } from "../sse/event-encoder.ts"
import { materialsAfter, toTopic } from "./conversation.ts"
import { openAiErrorSchema } from "./error-shape.ts"
import {
  parseNullable,
  type ResponseRequest,
  responseMessages,
  responseRequestSchema,
  responseSchema,
} from "./request-fields.ts"
import { responseEvents } from "./response-events.ts"
import { discussionOfResponse, responseObject } from "./response-object.ts"
import { modelName, tableOfModel } from "./table-models.ts"

const path = "/v1/responses"
const encode = (discussionId: string) => encodeRendered(responseEvents(discussionId))
const params = z.object({ id: z.string().max(200).meta({ description: "the response's id", example: "resp_3f0c" }) })
const responseContent = {
  "application/json": { schema: z.looseObject({ id: z.string(), object: z.literal("response") }) },
}
const eventSchema = z.looseObject({ type: z.string(), sequence_number: z.number().int() })
const streamContent = {
  ...responseContent,
  "text/event-stream": { schema: z.array(eventSchema).describe("`data` of each server-sent event") },
}

export function responseRoutes(api: Api, streams: DiscussionStreams): void {
  const routes = api.routes("OpenAI-compatible", path, openAiErrorSchema)

  routes.post("", {
    operationId: "createResponse",
    summary: "Create a response with a table",
    description:
      "Like a chat completion, but stored. With `background` it responds immediately and continues on its own; otherwise the discussion is aborted when the client disconnects. `previous_response_id` continues a conversation with the same table.",
    scope: "discuss",
    body: z.unknown(),
    documentedBody: responseRequestSchema,
    creates: "by one write",
    errors: [404],
    responses: { 200: { description: "The response, or its stream of events", content: streamContent } },
    handle: async (call) => {
      const asked = parseNullable(responseRequestSchema, call.body)
      const { services } = call
      const start = () => startOnce(api, call, (own) => startResponse(api, own, asked))
      const detached = asked.background ?? false
      if (asked.stream) return streamDiscussion(api, streams, call, { start, encode, detached })
      if (detached) return storedResponse(services, await start())
      return waitForEnd(api, call, start, (id, read, reasoning) => Response.json(responseObject(id, read, reasoning)))
    },
  })

  routes.get("/{id}", {
    operationId: "getResponse",
    summary: "Get a response",
    description: "The response as it is now, or with `stream` all of its events.",
    scope: "read",
    params,
    query: z.strictObject({
      stream: z.enum(["true", "false"]).optional().describe("true: stream all its events, from the first to the last"),
    }),
    responses: { 200: { description: "The response, or its stream of events", content: streamContent } },
    handle: async (call) => {
      const id = await requireDiscussion(call.services, call.params.id)
      if (call.query.stream !== "true") return storedResponse(call.services, id)
      return streamDiscussion(api, streams, call, { start: async () => id, encode, detached: true })
    },
  })

  routes.post("/{id}/cancel", {
    operationId: "cancelResponse",
    summary: "Cancel a response",
    description: "Aborts the discussion; its turns are kept. Safe to repeat.",
    scope: "discuss",
    params,
    errors: [409],
    responses: { 200: { description: "The response", content: responseContent } },
    handle: async ({ services, params: { id } }) => {
      const discussionId = await requireDiscussion(services, id)
      await abortDiscussion({ context: services.engine, input: { discussionId, reason: "cancelled" } })
      return storedResponse(services, discussionId)
    },
  })
}

async function requireDiscussion({ engine }: OrganisationServices, id: string): Promise<string> {
  const found = discussionOfResponse(id)
  const events = found === undefined ? [] : await engine.store.read(found, 0, 1).catch(emptyIfUnknown)
  if (found === undefined || events.length === 0) throw new ConclaveError("NOT_FOUND", `there is no response "${id}"`)
  return found
}

function emptyIfUnknown(error: unknown): readonly [] {
  if (error instanceof ConclaveError && error.code === "NOT_FOUND") return []
  throw error
}

async function storedResponse(services: OrganisationServices, id: string): Promise<Response> {
  const { deliberation, reasoning } = await readDeliberation(services, id)
  return Response.json(responseObject(id, deliberation, reasoning))
}

async function startResponse(api: Api, services: OrganisationServices, asked: ResponseRequest): Promise<string> {
  const { model, previous_response_id: previous, conclave, temperature, max_output_tokens: maxTokens } = asked
  const settings = omitUndefined({ temperature, maxTokens })
  const fields = { topicField: "input", resultField: "text.format.schema" }
  const result = responseSchema(asked)
  const { topic, materials } = toTopic(responseMessages(asked), "input")
  if (previous === undefined) {
    if (model === undefined) throw invalidField("model", "is required, such as conclave/hive")
    const table = tableOfModel(model, services)
    return startTable(api, services, { table, topic, materials, ...fields, result, settings, conclave })
  }
  if (conclave)
    throw invalidField(
      "conclave",
      "cannot be combined with previous_response_id, which keeps the table; omit one of them",
    )
  const { table, answer } = await previousTable(services, previous)
  if (model !== undefined && tableOfModel(model, services) !== table.format.name)
    throw invalidField("model", `must be ${modelName(table.format.name)}, as in the previous response, or omitted`)
  const problem = result && resultSchemaProblem(result)
  if (problem !== undefined) throw invalidField(fields.resultField, problem)
  const { sessionId: _, parent: __, projectId: ___, result: ____, ...kept } = table
  const { startedBy } = services.tableDefaults
  const followUp = {
    ...kept,
    ...omitUndefined({ startedBy, result }),
    topic,
    materials: materialsAfter(table, answer, materials),
    format: { ...table.format, settings: { ...table.format.settings, ...settings } },
  }
  await checkMaterials(followUp, services.engine.models).catch((error) => {
    throw withFields(error, fields)
  })
  const discussionId = api.services.ids.discussion()
  await createWithTable({ context: services.engine, input: { discussionId, table: followUp } })
  return discussionId
}

async function previousTable(services: OrganisationServices, previous: string) {
  const field = "previous_response_id"
  const id = discussionOfResponse(previous)
  if (id === undefined) throw invalidField(field, `there is no response "${previous}"`)
  const { table, status } = await loadState(services.engine.store, id).catch((error) => {
    emptyIfUnknown(error)
    throw invalidField(field, `there is no response "${previous}"`)
  })
  if (!isOver(status)) throw invalidField(field, "is still in progress; wait until it has completed")
  const { end } = (await readDeliberation(services, id)).deliberation
  if (end?.kind !== "answered") throw invalidField(field, `has no answer to continue from: its status is ${status}`)
  return { table, answer: end.answer }
}
