import { ConclaveError } from "../../core/errors.ts"
import type { PanelMembers } from "../../engine/verbs/resolve-panel.ts"
import { findPanel, takePanelTurn } from "../../engine/verbs/take-panel-turn.ts"
import type { Api } from "../api.ts"
import type { ErrorStatus } from "../http/http-error.ts"
import { jsonContent } from "../http/json-content.ts"
import { presentPanel } from "../present/present-panel.ts"
import { requireResources } from "../require-resources.ts"
import { panelErrorSchema, panelMessageSchema, panelParams, panelSchema } from "../schemas/panel.ts"
import type { OrganisationServices } from "../services.ts"

const tag = "Panel"
const path = "/api/discussions/{projectId}"

const panelErrorResponses = (...statuses: readonly ErrorStatus[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, jsonContent(panelErrorSchema, panelErrorDescriptions[status] ?? "Refused")]),
  )

const panelErrorDescriptions: { readonly [S in ErrorStatus]?: string } = {
  404: "There is no such project",
  409: "The panel is speaking, paused or over, or nobody sits there",
}

/** To be added before whatever may refuse a call: these two say so in fields of their own as well. */
export function panelErrorMiddleware(api: Api): void {
  api.app.use(path.replace("{projectId}", ":projectId"), async (context, next) => {
    await next()
    if (context.res.status >= 400) context.res = await toPanelError(context.res)
  })
}

export function panelRoutes(api: Api): void {
  api.endpoint(
    {
      method: "get",
      path,
      operationId: "getPanel",
      tag,
      summary: "Show a project's panel",
      description: "Everything said so far, who spoke how often, and whose turn it is.",
      scope: "read",
      params: panelParams,
      responses: {
        200: jsonContent(panelSchema, "The panel"),
        ...panelErrorResponses(400, 401, 403, 404, 429, 500),
      },
    },
    async ({ services, params }) => {
      const panel = await loadPanel(services, params.projectId)
      return panelResponse(panel, await findPanel(services.engine.store, panel.project.id))
    },
  )

  api.endpoint(
    {
      method: "post",
      path,
      operationId: "speakInPanel",
      tag,
      summary: "Take the person's turn",
      description:
        "The message takes the user's turn; then the others speak in their order until it is the user's turn again, the last round is over or the limit of turns is reached, and the answer shows the panel as it stands then. The first message begins the panel; whoever sits before the user speaks before it is heard. In a panel without a user it joins the topic, and all rounds are spoken. After the limit of turns it is heard as a word out of turn. The run goes on if the client goes away.",
      scope: "discuss",
      params: panelParams,
      body: panelMessageSchema,
      creates: true,
      responses: {
        200: jsonContent(panelSchema, "The panel, as it waits again or is completed"),
        ...panelErrorResponses(400, 401, 403, 404, 409, 413, 415, 422, 429, 500),
      },
    },
    async ({ request, access, services, params, body }) => {
      const { message, userId, organizationId } = body
      if (organizationId !== undefined && organizationId !== access.organisationId) {
        throw new ConclaveError("NOT_FOUND", "there is no such organisation")
      }
      const panel = await loadPanel(services, params.projectId)
      const { engine, tableDefaults: defaults } = services
      const input = { ...panel, message, userId, defaults, signal: request.signal }
      return panelResponse(panel, await takePanelTurn({ context: engine, input }))
    },
  )
}

async function loadPanel(services: OrganisationServices, projectId: string): Promise<PanelMembers> {
  const { projects, agents } = requireResources(services)
  const project = await projects.get(projectId)
  const ids = project.participants.flatMap(({ agentId }) => agentId ?? [])
  return { project, agents: await agents.find(ids) }
}

function panelResponse(...panel: Parameters<typeof presentPanel>): Response {
  return Response.json(presentPanel(...panel), { headers: { "cache-control": "no-store" } })
}

async function toPanelError(response: Response): Promise<Response> {
  const body: unknown = await response.clone().json()
  const error = panelErrorSchema.pick({ error: true }).safeParse(body)
  if (!error.success) return response
  const { status, headers } = response
  const kept = new Headers(headers)
  kept.delete("content-length")
  return Response.json({ status: "error", message: error.data.error.message, ...error.data }, { status, headers: kept })
}
