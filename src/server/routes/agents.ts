import { z } from "zod"
import type { Exact } from "../../core/discussion/decision-record.ts"
import { seatInputSchema } from "../../core/formats/discussion-input.ts"
import { time } from "../../core/public/field-schemas.ts"
import { findModelProblem, requireModels } from "../../engine/verbs/create-discussion.ts"
import { idParams, nextCursor, pageQuery } from "../../operations/common.ts"
import type { AgentTemplate } from "../../ports/agent-store.ts"
import { agentNameSchema } from "../../squad/input.ts"
import { type Api, jsonContent } from "../api.ts"
import { throwAsQueryError } from "../http/http-error.ts"
import { type OrganisationServices, requireResources } from "../services.ts"

const seat = seatInputSchema().shape

const agentFields = {
  /** Used as a seat's name and in mentions of the squad's chat, so the rules of both apply. */
  name: agentNameSchema.max(60, "must have at most 60 characters; shorten it"),
  description: z.string().max(2_000).nullable(),
  systemPrompt: seat.persona.unwrap().describe("the persona of the agent"),
  modelConfig: z.strictObject({
    model: z.string().min(1).max(200).meta({ description: "provider/model", example: "rehearsal/bold" }),
    ...seat.options.unwrap().shape,
  }),
  squadMember: z.boolean().describe("whether it answers open prompts of the squad automatically"),
}

export const newAgentSchema = z
  .strictObject({
    ...agentFields,
    description: agentFields.description.default(null),
    squadMember: agentFields.squadMember.default(false),
  })
  .meta({
    id: "NewAgent",
    example: {
      name: "Ann",
      systemPrompt: "You review plans and say plainly what you doubt.",
      modelConfig: { model: "rehearsal/bold", temperature: 0.5 },
    },
  })

export const agentChangesSchema = z
  .strictObject(agentFields)
  .partial()
  .meta({ id: "AgentChanges", example: { modelConfig: { model: "rehearsal/curious" } } })

const agentSchema = z.object({ id: z.string(), ...agentFields, createdAt: time, updatedAt: time }).meta({ id: "Agent" })

export const agentResponse = z.object({ agent: agentSchema }).meta({ id: "AgentAnswer" })
export const agentPage = z.object({ agents: z.array(agentSchema), next: nextCursor }).meta({ id: "AgentPage" })

const agentParams = idParams("the agent's id")

const path = "/api/v1/agents"

export function agentRoutes(api: Api): void {
  const routes = api.routes("Agents", path)

  routes.post("", {
    operationId: "createAgent",
    summary: "Create an agent",
    description: "Creates a template that can take seats in projects and answer prompts of the squad.",
    scope: "discuss",
    body: newAgentSchema,
    creates: "by one write",
    responses: { 201: jsonContent(agentResponse, "The agent") },
    handle: ({ services, body, create }) => {
      checkModel(services, body.modelConfig)
      const { agents } = requireResources(services)
      return create<AgentTemplate>(
        (answerFor) => agents.create(body, answerFor),
        (agent) => ({ agent }),
        ({ id }) => `${path}/${id}`,
      )
    },
  })

  routes.get("", {
    operationId: "listAgents",
    summary: "List agents",
    description: "Newest first, in pages.",
    scope: "read",
    query: pageQuery,
    responses: { 200: jsonContent(agentPage, "A page of agents") },
    handle: ({ services, query }) => requireResources(services).agents.list(query).catch(throwAsQueryError),
  })

  routes.get("/{id}", {
    operationId: "getAgent",
    summary: "Get an agent",
    description: "With its persona and model.",
    scope: "read",
    params: agentParams,
    responses: { 200: jsonContent(agentResponse, "The agent") },
    handle: async ({ services, params }) => ({ agent: await requireResources(services).agents.get(params.id) }),
  })

  routes.patch("/{id}", {
    operationId: "changeAgent",
    summary: "Change an agent",
    description: "Changes only the given fields. Running panels keep the agent as it was when they started.",
    scope: "discuss",
    params: agentParams,
    body: agentChangesSchema,
    errors: [422],
    responses: { 200: jsonContent(agentResponse, "The changed agent") },
    handle: async ({ services, params, body }) => {
      checkModel(services, body.modelConfig)
      // Parsed JSON has no undefined values.
      const agent = await requireResources(services).agents.update(params.id, body as Exact<typeof body>)
      return { agent }
    },
  })

  routes.delete("/{id}", {
    operationId: "removeAgent",
    summary: "Remove an agent",
    description: "Refused while a project uses it; `details.problems` names the projects.",
    scope: "discuss",
    params: agentParams,
    errors: [409],
    responses: { 204: { description: "Removed" } },
    handle: ({ services, params }) => requireResources(services).agents.remove(params.id),
  })
}

/** Rejects unknown models now, not at the agent's first turn. */
function checkModel({ engine }: OrganisationServices, config: { readonly model: string } | undefined): void {
  if (config) requireModels(findModelProblem(config.model, "modelConfig.model", engine.models))
}
