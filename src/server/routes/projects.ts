import { isOver } from "../../core/discussion/fold.ts"
import { ConclaveError } from "../../core/errors.ts"
import { abortDiscussion } from "../../engine/verbs/abort-discussion.ts"
import { findPanel } from "../../engine/verbs/take-panel-turn.ts"
import type { NewParticipant, ParticipantRole } from "../../ports/project-store.ts"
import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { requireResources } from "../require-resources.ts"
import { pageQuery } from "../schemas/pagination.ts"
import {
  newProjectSchema,
  projectChangesSchema,
  projectPage,
  projectParams,
  projectResponse,
} from "../schemas/projects.ts"

const tag = "Projects"
const path = "/api/v1/projects"

export function projectRoutes(api: Api): void {
  api.endpoint(
    {
      method: "post",
      path,
      operationId: "createProject",
      tag,
      summary: "Set up a project",
      description: "Its participants are the seats of its standing panel, which begins with the first message.",
      scope: "discuss",
      body: newProjectSchema,
      creates: true,
      responses: { 201: jsonContent(projectResponse, "The project") },
    },
    async ({ services, body }) => {
      const participants = body.participants.map(toNewParticipant)
      const project = await requireResources(services).projects.create({ ...body, participants })
      return Response.json({ project }, { status: 201, headers: { location: `${path}/${project.id}` } })
    },
  )

  api.endpoint(
    {
      method: "get",
      path,
      operationId: "listProjects",
      tag,
      summary: "List projects",
      description: "Newest first, a page at a time.",
      scope: "read",
      query: pageQuery,
      responses: { 200: jsonContent(projectPage, "A page of projects") },
    },
    async ({ services, query }) => Response.json(await requireResources(services).projects.list(query)),
  )

  api.endpoint(
    {
      method: "get",
      path: `${path}/{id}`,
      operationId: "getProject",
      tag,
      summary: "Show one project",
      description: "With its participants in the order in which they speak.",
      scope: "read",
      params: projectParams,
      errors: [404],
      responses: { 200: jsonContent(projectResponse, "The project") },
    },
    async ({ services, params }) =>
      Response.json({ project: await requireResources(services).projects.get(params.id) }),
  )

  api.endpoint(
    {
      method: "patch",
      path: `${path}/{id}`,
      operationId: "changeProject",
      tag,
      summary: "Change a project",
      description:
        "Only the fields that are given. Participants are replaced as a whole, and only until the panel begins.",
      scope: "discuss",
      params: projectParams,
      body: projectChangesSchema,
      errors: [404, 409],
      responses: { 200: jsonContent(projectResponse, "The project, changed") },
    },
    async ({ services, params, body }) => {
      const { projects } = requireResources(services)
      const { id } = await projects.get(params.id)
      if (body.participants && (await findPanel(services.engine.store, id))) {
        const message = "the panel of this project has begun with those who sit there; set up another project"
        throw new ConclaveError("CONFLICT", message)
      }
      const { name, description, participants } = body
      const project = await projects.update(id, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(participants && { participants: participants.map(toNewParticipant) }),
      })
      return Response.json({ project })
    },
  )

  api.endpoint(
    {
      method: "delete",
      path: `${path}/{id}`,
      operationId: "removeProject",
      tag,
      summary: "Remove a project",
      description: "Its panel is stopped if it goes on; what was said stays, as a discussion of no project.",
      scope: "discuss",
      params: projectParams,
      errors: [404],
      responses: { 204: { description: "It is gone" } },
    },
    async ({ services, params }) => {
      const { projects } = requireResources(services)
      const { id } = await projects.get(params.id)
      const panel = await findPanel(services.engine.store, id)
      if (panel && !isOver(panel.status)) {
        const input = { discussionId: id, reason: "its project was removed" }
        await abortDiscussion({ context: services.engine, input })
      }
      await projects.remove(id)
      return new Response(null, { status: 204 })
    },
  )
}

interface ParticipantInput {
  readonly role: ParticipantRole
  readonly agentId?: string | null | undefined
  readonly sequenceOrder: number
}

function toNewParticipant({ agentId, ...rest }: ParticipantInput): NewParticipant {
  return { ...rest, agentId: agentId ?? null }
}
