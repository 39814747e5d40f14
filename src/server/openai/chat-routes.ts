import { z } from "zod"
import { omitUndefined } from "../../core/omit-undefined.ts"
import type { Api } from "../api.ts"
import type { OrganisationServices } from "../services.ts"
import { endError, startOnce, startTable, streamDiscussion, waitForEnd } from "../single-reply/run-table.ts"
import type { DiscussionStreams } from "../sse/discussion-streams.ts"
import { encodeRendered } from "../sse/event-encoder.ts"
import { chatChunks, chatCompletion } from "./chat-completion.ts"
import { toTopic } from "./conversation.ts"
import { openAiErrorSchema } from "./error-shape.ts"
import { type ChatRequest, chatMessages, chatRequestSchema, chatSchema, parseNullable } from "./request-fields.ts"
import { tableOfModel } from "./table-models.ts"

const path = "/v1/chat/completions"
const id = z.string()
const chunk = { id, object: z.literal("chat.completion.chunk"), choices: z.array(z.looseObject({})) }

export function chatCompletionRoute(api: Api, streams: DiscussionStreams): void {
  api.routes("OpenAI-compatible", path, openAiErrorSchema).post("", {
    operationId: "createChatCompletion",
    summary: "Create a chat completion with a table",
    description:
      "The last user message is the topic; earlier messages are material. The deliberation is returned as `reasoning_content`, the answer as `content`, and `usage` covers all model calls. The discussion is aborted when the client disconnects, unless another request with the same `Idempotency-Key` waits for it.",
    scope: "discuss",
    body: z.unknown(),
    documentedBody: chatRequestSchema,
    creates: "by one write",
    responses: {
      200: {
        description: "The answer, or a stream of chunks",
        content: {
          "application/json": { schema: z.looseObject({ id, object: z.literal("chat.completion") }) },
          "text/event-stream": { schema: z.array(z.looseObject(chunk)).describe("`data` of each server-sent event") },
        },
      },
    },
    errors: [404, 502, 504],
    handle: async (call) => {
      const asked = parseNullable(chatRequestSchema, call.body)
      const start = () => startOnce(api, call, (services) => startTable(api, services, toTableRequest(asked, services)))
      if (asked.stream) {
        const includeUsage = asked.stream_options?.include_usage ?? false
        return streamDiscussion(api, streams, call, {
          start,
          encode: (id) => encodeRendered(chatChunks(id, { includeUsage })),
        })
      }
      return waitForEnd(api, call, start, (id, read, reasoning) => {
        const error = endError(read)
        if (error) throw error
        return Response.json(chatCompletion(id, read, reasoning))
      })
    },
  })
}

function toTableRequest(asked: ChatRequest, services: OrganisationServices) {
  const maxTokens = asked.max_completion_tokens ?? asked.max_tokens
  return {
    table: tableOfModel(asked.model, services),
    ...toTopic(chatMessages(asked), "messages"),
    topicField: "messages",
    result: chatSchema(asked),
    resultField: "response_format.json_schema.schema",
    seed: asked.seed,
    settings: omitUndefined({ temperature: asked.temperature, maxTokens }),
    conclave: asked.conclave,
  }
}
