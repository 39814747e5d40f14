import { isOver } from "../../core/discussion/fold.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { abortDiscussion } from "../../engine/verbs/steer-discussion.ts"
import { findPanel } from "../../engine/verbs/take-panel-turn.ts"
import { pageQuery } from "../../operations/common.ts"
import type { Project } from "../../ports/project-store.ts"
import { type Api, jsonContent } from "../api.ts"
import { throwAsQueryError } from "../http/http-error.ts"
import {
  newProjectSchema,
  projectChangesSchema,
  projectPage,
  projectParams,
  projectResponse,
} from "../schemas/projects.ts"
import { requireResources } from "../services.ts"

const path = "/api/v1/projects"

export function projectRoutes(api: Api): void {
  const routes = api.routes("Projects", path)

  routes.post("", {
    operationId: "createProject",
    summary: "Create a project",
    description:
      "Its participants are the seats of its panel, which starts with the first message, and of its other discussions.",
    scope: "discuss",
    body: newProjectSchema,
    creates: "by one write",
    responses: { 201: jsonContent(projectResponse, "The project") },
    handle: ({ services, body, create }) => {
      const { projects } = requireResources(services)
      return create<Project>(
        (answerFor) => projects.create(body, answerFor),
        (project) => ({ project }),
        ({ id }) => `${path}/${id}`,
      )
    },
  })

  routes.get("", {
    operationId: "listProjects",
    summary: "List projects",
    description: "Newest first, in pages.",
    scope: "read",
    query: pageQuery,
    responses: { 200: jsonContent(projectPage, "A page of projects") },
    handle: ({ services, query }) => requireResources(services).projects.list(query).catch(throwAsQueryError),
  })

  routes.get("/{id}", {
    operationId: "getProject",
    summary: "Get a project",
    description: "With its participants in speaking order.",
    scope: "read",
    params: projectParams,
    responses: { 200: jsonContent(projectResponse, "The project") },
    handle: async ({ services, params }) => ({ project: await requireResources(services).projects.get(params.id) }),
  })

  routes.patch("/{id}", {
    operationId: "changeProject",
    summary: "Change a project",
    description:
      "Changes only the given fields; `participants` replaces the whole list. Existing discussions keep their seats and rounds.",
    scope: "discuss",
    params: projectParams,
    body: projectChangesSchema,
    responses: { 200: jsonContent(projectResponse, "The changed project") },
    handle: async ({ services, params, body }) => ({
      project: await requireResources(services).projects.update(params.id, omitUndefined(body)),
    }),
  })

  routes.delete("/{id}", {
    operationId: "removeProject",
    summary: "Remove a project",
    description: "Aborts its panel if it is running. Its discussions are kept, without a project.",
    scope: "discuss",
    params: projectParams,
    responses: { 204: { description: "Removed" } },
    handle: async ({ services, params }) => {
      const { projects } = requireResources(services)
      const { id } = await projects.get(params.id)
      const panel = await findPanel(services.engine.store, id)
      if (panel && !isOver(panel.status)) {
        const input = { discussionId: id, reason: "its project was removed" }
        await abortDiscussion({ context: services.engine, input })
      }
      await projects.remove(id)
    },
  })
}
