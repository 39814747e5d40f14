import { z } from "zod"
import { isOver } from "../../core/discussion/fold.ts"
import { settingsSchema } from "../../core/discussion/settings-schema.ts"
import { seatInputSchema } from "../../core/formats/discussion-input.ts"
import { presets } from "../../core/formats/index.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { time } from "../../core/public/field-schemas.ts"
import { abortDiscussion } from "../../engine/verbs/steer-discussion.ts"
import { findPanel } from "../../engine/verbs/take-panel-turn.ts"
import { idParams, nextCursor, pageQuery } from "../../operations/common.ts"
import { type Project, participantRoles } from "../../ports/project-store.ts"
import { type Api, jsonContent } from "../api.ts"
import { throwAsQueryError } from "../http/http-error.ts"
import { requireResources } from "../services.ts"

const participant = z.strictObject({
  role: z.enum(participantRoles, `must be one of ${participantRoles.join(", ")}`),
  agentId: z
    .string()
    .max(100)
    .nullish()
    .describe("the agent that takes this seat; required unless the role is user")
    .transform((id) => id ?? null),
  sequenceOrder: z.number().int().min(0).max(1_000_000).describe("position in the speaking order; must be unique"),
})

const participants = z
  .array(participant)
  .max(presets.panel.maxSeats)
  .superRefine((given, context) => {
    given.forEach(({ role, agentId, sequenceOrder }, index) => {
      const problem = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, field], message })
      if (role === "user" && agentId != null) problem("agentId", "must be omitted for the role user")
      if (role !== "user" && agentId == null) problem("agentId", `is required for the role ${role}; see /api/v1/agents`)
      if (given.findIndex((other) => other.sequenceOrder === sequenceOrder) < index) {
        problem("sequenceOrder", `${sequenceOrder} is used twice; give each participant its own number`)
      }
    })
  })
  .describe("the seats of its discussions; existing discussions keep theirs")

const projectFields = {
  name: seatInputSchema().shape.name.unwrap(),
  description: seatInputSchema()
    .shape.briefing.unwrap()
    .nullable()
    .describe("the panel's topic (default: its first message); other discussions get it as material"),
  rounds: settingsSchema()
    .shape.rounds.nullable()
    .describe(`rounds of its discussions (default: ${presets.panel.settings.rounds} for the panel)`),
  participants,
}

export const newProjectSchema = z
  .strictObject({
    ...projectFields,
    description: projectFields.description.default(null),
    rounds: projectFields.rounds.default(null),
  })
  .meta({
    id: "NewProject",
    example: {
      name: "Move house",
      description: "We move to the new office in May. What do we do first?",
      participants: [{ role: "user", sequenceOrder: 1 }],
    },
  })

export const projectChangesSchema = z
  .strictObject(projectFields)
  .partial()
  .meta({ id: "ProjectChanges", example: { name: "Move the office" } })

export const projectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    rounds: z.number().int().nullable().optional(),
    participants: z.array(
      z
        .object({
          id: z.string(),
          role: z.enum(participantRoles),
          agentId: z.string().nullable(),
          sequenceOrder: z.number().int(),
        })
        .meta({ id: "Participant" }),
    ),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: "Project" })

export const projectResponse = z.object({ project: projectSchema }).meta({ id: "ProjectAnswer" })
export const projectPage = z.object({ projects: z.array(projectSchema), next: nextCursor }).meta({ id: "ProjectPage" })

const projectParams = idParams("the project's id")

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
