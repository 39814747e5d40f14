import { ConclaveError } from "../../core/errors.ts"
import type { Models } from "../../ports/model.ts"
import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { requireResources } from "../require-resources.ts"
import { agentChangesSchema, agentPage, agentParams, agentResponse, newAgentSchema } from "../schemas/agents.ts"
import { pageQuery } from "../schemas/pagination.ts"

const tag = "Agents"
const path = "/api/v1/agents"

export function agentRoutes(api: Api): void {
  api.endpoint(
    {
      method: "post",
      path,
      operationId: "createAgent",
      tag,
      summary: "Make an agent template",
      description: "An agent that can be seated in projects, and answer for the squad.",
      scope: "discuss",
      body: newAgentSchema,
      creates: true,
      responses: { 201: jsonContent(agentResponse, "The agent") },
    },
    async ({ services, body }) => {
      checkModel(body.modelConfig.model, services.engine.models)
      const agent = await requireResources(services).agents.create(body)
      return Response.json({ agent }, { status: 201, headers: { location: `${path}/${agent.id}` } })
    },
  )

  api.endpoint(
    {
      method: "get",
      path,
      operationId: "listAgents",
      tag,
      summary: "List agent templates",
      description: "Newest first, a page at a time.",
      scope: "read",
      query: pageQuery,
      responses: { 200: jsonContent(agentPage, "A page of agents") },
    },
    async ({ services, query }) => Response.json(await requireResources(services).agents.list(query)),
  )

  api.endpoint(
    {
      method: "get",
      path: `${path}/{id}`,
      operationId: "getAgent",
      tag,
      summary: "Show one agent template",
      description: "The whole of it.",
      scope: "read",
      params: agentParams,
      errors: [404],
      responses: { 200: jsonContent(agentResponse, "The agent") },
    },
    async ({ services, params }) => Response.json({ agent: await requireResources(services).agents.get(params.id) }),
  )

  api.endpoint(
    {
      method: "patch",
      path: `${path}/{id}`,
      operationId: "changeAgent",
      tag,
      summary: "Change an agent template",
      description: "Only the fields that are given. Panels that have begun go on with the agent as it was.",
      scope: "discuss",
      params: agentParams,
      body: agentChangesSchema,
      errors: [404, 422],
      responses: { 200: jsonContent(agentResponse, "The agent, changed") },
    },
    async ({ services, params, body }) => {
      if (body.modelConfig) checkModel(body.modelConfig.model, services.engine.models)
      return Response.json({ agent: await requireResources(services).agents.update(params.id, omitUndefined(body)) })
    },
  )

  api.endpoint(
    {
      method: "delete",
      path: `${path}/{id}`,
      operationId: "removeAgent",
      tag,
      summary: "Remove an agent template",
      description: "Refused while projects seat it; `details.problems` names them.",
      scope: "discuss",
      params: agentParams,
      errors: [404, 409],
      responses: { 204: { description: "It is gone" } },
    },
    async ({ services, params }) => {
      await requireResources(services).agents.remove(params.id)
      return new Response(null, { status: 204 })
    },
  )
}

/** What nobody has is found out here, and not when its turn comes. */
function checkModel(name: string, models: Models): void {
  try {
    models.find(name)
  } catch (error) {
    if (!(error instanceof ConclaveError)) throw error
    const problems = [{ field: "modelConfig.model", message: error.message }]
    throw new ConclaveError(error.code, `modelConfig.model: ${error.message}`, { problems })
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without what is there in name only. */
function omitUndefined<T extends object>(changes: T): Defined<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<T>
}
