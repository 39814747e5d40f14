import { ConclaveError } from "../../core/errors.ts"
import type { PanelOf } from "../../engine/verbs/lay-panel.ts"
import { panelOf, takePanelTurn } from "../../engine/verbs/take-panel-turn.ts"
import type { Api } from "../api.ts"
import type { ErrorStatus } from "../http/http-error.ts"
import { answersJson } from "../http/responses.ts"
import { presentPanel } from "../present/present-panel.ts"
import { resourcesOf } from "../resources-of.ts"
import { panelErrorSchema, panelMessageSchema, panelParams, panelSchema } from "../schemas/panel.ts"
import type { OrganisationServices } from "../services.ts"

const tag = "Panel"
const path = "/api/discussions/{projectId}"

const refusals = (...statuses: readonly ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, answersJson(panelErrorSchema, refused[status] ?? "Refused")]))

const refused: { readonly [S in ErrorStatus]?: string } = {
  404: "There is no such project",
  409: "The panel is speaking, paused or over, or nobody sits there",
}

/** To be added before whatever may refuse a call: these two say so in fields of their own as well. */
export function panelErrors(api: Api): void {
  api.app.use(path.replace("{projectId}", ":projectId"), async (context, next) => {
    await next()
    if (context.res.status >= 400) context.res = await asPanelError(context.res)
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
        200: answersJson(panelSchema, "The panel"),
        ...refusals(400, 401, 403, 404, 429, 500),
      },
    },
    async ({ services, params }) => {
      const panel = await panelFor(services, params.projectId)
      return answer(panel, await panelOf(services.engine.store, panel.project.id))
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
        200: answersJson(panelSchema, "The panel, as it waits again or is completed"),
        ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 500),
      },
    },
    async ({ request, access, services, params, body }) => {
      const { message, userId, organizationId } = body
      if (organizationId !== undefined && organizationId !== access.organisationId) {
        throw new ConclaveError("NOT_FOUND", "there is no such organisation")
      }
      const panel = await panelFor(services, params.projectId)
      const { engine, tableDefaults: defaults } = services
      const input = { ...panel, message, userId, defaults, signal: request.signal }
      return answer(panel, await takePanelTurn({ context: engine, input }))
    },
  )
}

async function panelFor(services: OrganisationServices, projectId: string): Promise<PanelOf> {
  const { projects, agents } = resourcesOf(services)
  const project = await projects.get(projectId)
  const ids = project.participants.flatMap(({ agentId }) => agentId ?? [])
  return { project, agents: await agents.find(ids) }
}

function answer(...panel: Parameters<typeof presentPanel>): Response {
  return Response.json(presentPanel(...panel), { headers: { "cache-control": "no-store" } })
}

async function asPanelError(response: Response): Promise<Response> {
  const body: unknown = await response.clone().json()
  const error = panelErrorSchema.pick({ error: true }).safeParse(body)
  if (!error.success) return response
  const { status, headers } = response
  const kept = new Headers(headers)
  kept.delete("content-length")
  return Response.json({ status: "error", message: error.data.error.message, ...error.data }, { status, headers: kept })
}
