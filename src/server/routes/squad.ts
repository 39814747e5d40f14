import { ConclaveError } from "../../core/errors.ts"
import {
  answerPrompt,
  closePrompt,
  listPrompts,
  type PostPromptInput,
  postPrompt,
  waitForPrompt,
} from "../../squad/index.ts"
import type { Api } from "../api.ts"
import { HttpError } from "../http/http-error.ts"
import { jsonContent } from "../http/json-content.ts"
import { idempotencyHeader } from "../idempotency.ts"
import { requireResources } from "../require-resources.ts"
import {
  newAnswerSchema,
  postedPrompt,
  promptActionSchema,
  promptDetail,
  promptList,
  promptParams,
  promptQuery,
  promptResponse,
  promptsQuery,
} from "../schemas/squad.ts"
import type { OrganisationServices } from "../services.ts"

const tag = "Squad"
const path = "/api/discussion"

/** The squad's side of `POST /api/discussion`, which also starts duets. */
export async function postSquadPrompt(services: OrganisationServices, input: PostPromptInput): Promise<Response> {
  const { squad } = requireResources(services)
  const posted = await postPrompt({ context: { squad }, input })
  return Response.json(posted, { status: 201, headers: { location: `${path}/${posted.prompt.id}` } })
}

export function squadRoutes(api: Api): void {
  api.endpoint(
    {
      method: "get",
      path,
      operationId: "listPrompts",
      tag,
      summary: "List prompts of the squad",
      description: "Newest first. With `agent` those that this agent may still answer.",
      scope: "read",
      query: promptsQuery,
      responses: { 200: jsonContent(promptList, "The prompts") },
    },
    async ({ services, query }) => {
      const { squad } = requireResources(services)
      return Response.json({ prompts: await listPrompts({ context: { squad }, input: query }) })
    },
  )

  api.endpoint(
    {
      method: "get",
      path: `${path}/{id}`,
      operationId: "getPrompt",
      tag,
      summary: "Show a prompt and its answers",
      description: "At once, or with `wait` as soon as it is ready, at the latest when the wait is over.",
      scope: "read",
      params: promptParams,
      query: promptQuery,
      errors: [404],
      responses: { 200: jsonContent(promptDetail, "The prompt, its answers, and whether more will come") },
    },
    async ({ request, services, params, query }) => {
      const { squad } = requireResources(services)
      const input = { promptId: params.id, seconds: query.wait, signal: request.signal }
      const detail = await waitForPrompt({ context: { squad, clock: api.services.clock }, input })
      return Response.json(detail, { headers: { "cache-control": "no-store" } })
    },
  )

  api.endpoint(
    {
      method: "post",
      path: `${path}/{id}`,
      operationId: "answerPrompt",
      tag,
      summary: "Answer a prompt",
      description:
        "One agent counts once, under its latest words; the asker's own words do not count. Once the prompt is closed: 409, with its status in `details.status`. The same answer with the same `Idempotency-Key` is stored once, also where the prompt was closed since; the key is looked for among this agent's answers to this prompt.",
      scope: "discuss",
      params: promptParams,
      body: newAnswerSchema,
      headers: idempotencyHeader,
      errors: [404, 409, 422],
      responses: { 201: jsonContent(postedPrompt, "The answer, and the prompt as it stands with it") },
    },
    async ({ request, services, params, body }) => {
      const { squad } = requireResources(services)
      const idempotencyKey = request.headers.get("idempotency-key")
      const input = { ...body, promptId: params.id, ...(idempotencyKey !== null && { idempotencyKey }) }
      const { chat, prompt, repeated } = await answerPrompt({ context: { squad }, input }).catch(rethrowAsHttpError)
      const headers = repeated ? { "idempotency-replayed": "true" } : undefined
      return Response.json({ prompt, chat }, { status: 201, ...(headers && { headers }) })
    },
  )

  api.endpoint(
    {
      method: "patch",
      path: `${path}/{id}`,
      operationId: "closePrompt",
      tag,
      summary: "Resolve or cancel a prompt by hand",
      description:
        "It closes with what was collected so far. Harmless to repeat; where it is closed in another way: 409.",
      scope: "discuss",
      params: promptParams,
      body: promptActionSchema,
      errors: [404, 409],
      responses: { 200: jsonContent(promptResponse, "The prompt, closed") },
    },
    async ({ services, params, body }) => {
      const { squad } = requireResources(services)
      const input = { promptId: params.id, ...body }
      return Response.json({ prompt: await closePrompt({ context: { squad }, input }).catch(rethrowAsHttpError) })
    },
  )
}

/** The squad's refusals in the words of HTTP: the status of a closed prompt, and a key that was used before. */
function rethrowAsHttpError(error: unknown): never {
  if (error instanceof ConclaveError) {
    const [problem] = error.problems
    if (error.code === "CONFLICT" && problem?.field === "status") {
      throw new HttpError("CONFLICT", error.message, { details: { status: problem.message } })
    }
    if (problem?.field === "idempotencyKey") throw new HttpError("IDEMPOTENCY_MISMATCH", problem.message)
  }
  throw error
}
