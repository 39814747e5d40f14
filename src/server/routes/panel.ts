import { ConclaveError } from "../../core/errors.ts"
import { loadState } from "../../engine/context.ts"
import { isIdle, waitUntil } from "../../engine/live/wait-until.ts"
import type { PanelMembers } from "../../engine/verbs/resolve-panel.ts"
import { findPanel, takePanelTurn } from "../../engine/verbs/take-panel-turn.ts"
import { type Api, jsonContent } from "../api.ts"
import { presentPanel } from "../present/present-panel.ts"
import { panelErrorSchema, panelMessageSchema, panelParams, panelSchema } from "../schemas/panel.ts"
import { type OrganisationServices, requireResources } from "../services.ts"

const path = "/api/discussions/{projectId}"

/** The errors of these two calls also have `status` and `message`. */
export function rewritePanelErrors(api: Api): void {
  api.rewriteErrors(path.replace("{projectId}", ":projectId"), (error) => {
    return { status: "error", message: error.message, error }
  })
}

export function panelRoutes(api: Api): void {
  const routes = api.routes("Panel", path, panelErrorSchema)

  routes.get("", {
    operationId: "getPanel",
    summary: "Get a project's panel",
    description: "All entries so far, the number of turns of each member, and the next speaker.",
    scope: "read",
    params: panelParams,
    responses: { 200: jsonContent(panelSchema, "The panel") },
    handle: async ({ services, params }) => {
      const panel = await loadPanel(services, params.projectId)
      return panelResponse(panel, await findPanel(services.engine.store, panel.project.id))
    },
  })

  routes.post("", {
    operationId: "speakInPanel",
    summary: "Speak in a panel",
    description:
      "Takes the user's turn. Then the others speak in order until it is the user's turn again, the last round has ended or the turn limit is reached; the response shows the panel at that point. The first message starts the panel; members before the user speak first. In a panel without a user the message is added to the topic and all rounds run. After the turn limit the message is added as a comment. The run continues if the client disconnects. 409 while the panel is running, if it is paused or has ended, and if it has no members.",
    scope: "discuss",
    params: panelParams,
    body: panelMessageSchema,
    creates: "by one write",
    responses: { 200: jsonContent(panelSchema, "The panel, waiting for the user or completed") },
    handle: async (call) => {
      const { request, access, services, params, body } = call
      const { message, userId, organizationId } = body
      if (organizationId !== undefined && organizationId !== access.organisationId) {
        throw new ConclaveError("NOT_FOUND", "there is no such organisation")
      }
      const panel = await loadPanel(services, params.projectId)
      const { engine, tableDefaults: defaults } = services
      const mayRepeat = request.headers.has("idempotency-key")
      const take = ({ engine: { answerFor } }: OrganisationServices) =>
        takePanelTurn(engine, { ...panel, message, userId, defaults, answerFor, mayRepeat })
      return api.idempotency.onceBegun(call, take, async () => {
        const taken = await loadState(engine.store, panel.project.id)
        const state = await waitUntil(engine, taken, { until: isIdle, signal: request.signal })
        return { response: panelResponse(panel, state), isFinal: isIdle(state) }
      })
    },
  })
}

export async function loadPanel(services: OrganisationServices, projectId: string): Promise<PanelMembers> {
  const { projects, agents } = requireResources(services)
  const project = await projects.get(projectId)
  const ids = project.participants.flatMap(({ agentId }) => agentId ?? [])
  return { project, agents: await agents.find(ids) }
}

function panelResponse(...panel: Parameters<typeof presentPanel>): Response {
  return Response.json(presentPanel(...panel))
}
