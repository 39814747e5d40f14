import { z } from "zod"
import { ConclaveError } from "../../core/errors.ts"
import {
  promptActionSchema,
  promptDetail,
  promptParams,
  promptQuery,
  promptResponse,
  squadOperations,
} from "../../operations/squad.ts"
import { answerPrompt, closePrompt, waitForPrompt } from "../../squad/index.ts"
import { type Api, jsonContent, parsedByVerb, plainId } from "../api.ts"
import { asBody, asQuery } from "../describe-operation.ts"
import { duetErrorResponse, HttpError } from "../http/http-error.ts"
import { duetState } from "../schemas/duet.ts"
import { requireResources } from "../services.ts"
import { duetResponse } from "./discussion.ts"

/** The squad's prompts, except for posting one, which is in `discussion.ts`. */
export function squadRoutes(api: Api): void {
  const routes = api.routes("Squad", "/api/discussion")

  routes.get("", {
    ...asQuery(squadOperations.listPrompts, "The prompts"),
    scope: "read",
    handle: async ({ services, query }) => ({ prompts: await requireResources(services).squad.list(query) }),
  })

  routes.get("/{id}", {
    operationId: "getPrompt",
    summary: "Get a prompt and its answers, or a duet",
    description:
      "For an id like `disc_…` a duet with its rounds, history and votes, otherwise a prompt. With `wait` the response is delayed until the prompt is ready or the time is up.",
    scope: "read",
    params: promptParams,
    query: promptQuery,
    responses: {
      200: jsonContent(z.union([promptDetail, duetState]), "The prompt with its answers, or the duet"),
    },
    handle: async ({ request, services, params, query }) => {
      if (plainId(params.id) !== params.id) return duetResponse(services, params.id).catch(duetErrorResponse)
      const { squad } = requireResources(services)
      const input = { promptId: params.id, seconds: query.wait, signal: request.signal }
      const detail = await waitForPrompt({ context: { squad, clock: api.services.clock }, input })
      return Response.json(detail)
    },
  })

  routes.post("/{id}", {
    ...asBody(
      squadOperations.answerPrompt,
      { created: "The answer, and the prompt with it" },
      "409 if the prompt is closed, with its status in `details.status`. Repeating an answer with the same `Idempotency-Key` stores it once, even if the prompt was closed since; keys are unique per agent and prompt.",
    ),
    scope: "discuss",
    ...parsedByVerb(squadOperations.answerPrompt.input),
    creates: "by one write",
    handle: async ({ request, services, params, body }) => {
      const { squad } = requireResources(services)
      const idempotencyKey = request.headers.get("idempotency-key")
      const input = { ...body, promptId: params.id, ...(idempotencyKey !== null && { idempotencyKey }) }
      const { chat, prompt, repeated } = await answerPrompt({ context: { squad }, input }).catch(rethrowAsHttpError)
      const headers = repeated ? { "idempotency-replayed": "true" } : undefined
      return Response.json({ prompt, chat }, { status: 201, ...(headers && { headers }) })
    },
  })

  routes.patch("/{id}", {
    operationId: "closePrompt",
    summary: "Resolve or cancel a prompt",
    description:
      "Closes it with the answers collected so far. Safe to repeat; 409 if it was already closed in another way.",
    scope: "discuss",
    params: promptParams,
    ...parsedByVerb(promptActionSchema),
    errors: [409],
    responses: { 200: jsonContent(promptResponse, "The closed prompt") },
    handle: async ({ services, params, body }) => {
      const { squad } = requireResources(services)
      const input = { ...body, promptId: params.id }
      return { prompt: await closePrompt({ context: { squad }, input }) }
    },
  })
}

/** A reused idempotency key has its own error code over HTTP. */
function rethrowAsHttpError(error: unknown): never {
  const [problem] = error instanceof ConclaveError ? error.problems : []
  if (problem?.field === "idempotencyKey") throw new HttpError("IDEMPOTENCY_MISMATCH", problem.message)
  throw error
}
