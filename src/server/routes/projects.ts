import { isOver } from "../../core/discussion/fold.ts"
import { ConclaveError } from "../../core/errors.ts"
import { abort } from "../../engine/verbs/abort.ts"
import { panelOf } from "../../engine/verbs/take-panel-turn.ts"
import type { NewParticipant, ParticipantRole } from "../../ports/project-store.ts"
import type { Api } from "../api.ts"
import { answersJson } from "../http/responses.ts"
import { resourcesOf } from "../resources-of.ts"
import { pageQuery } from "../schemas/page.ts"
import {
  newProjectSchema,
  projectAnswer,
  projectChangesSchema,
  projectPage,
  projectParams,
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
      responses: { 201: answersJson(projectAnswer, "The project") },
    },
    async ({ services, body }) => {
      const participants = body.participants.map(asParticipant)
      const project = await resourcesOf(services).projects.create({ ...body, participants })
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
      responses: { 200: answersJson(projectPage, "A page of projects") },
    },
    async ({ services, query }) => Response.json(await resourcesOf(services).projects.list(query)),
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
      responses: { 200: answersJson(projectAnswer, "The project") },
    },
    async ({ services, params }) => Response.json({ project: await resourcesOf(services).projects.get(params.id) }),
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
      responses: { 200: answersJson(projectAnswer, "The project, changed") },
    },
    async ({ services, params, body }) => {
      const { projects } = resourcesOf(services)
      const { id } = await projects.get(params.id)
      if (body.participants && (await panelOf(services.engine.store, id))) {
        const message = "the panel of this project has begun with those who sit there; set up another project"
        throw new ConclaveError("CONFLICT", message)
      }
      const { name, description, participants } = body
      const project = await projects.change(id, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(participants && { participants: participants.map(asParticipant) }),
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
      const { projects } = resourcesOf(services)
      const { id } = await projects.get(params.id)
      const panel = await panelOf(services.engine.store, id)
      if (panel && !isOver(panel.status)) {
        const input = { discussionId: id, reason: "its project was removed" }
        await abort({ context: services.engine, input })
      }
      await projects.remove(id)
      return new Response(null, { status: 204 })
    },
  )
}

interface GivenParticipant {
  readonly role: ParticipantRole
  readonly agentId?: string | null | undefined
  readonly sequenceOrder: number
}

function asParticipant({ agentId, ...rest }: GivenParticipant): NewParticipant {
  return { ...rest, agentId: agentId ?? null }
}
