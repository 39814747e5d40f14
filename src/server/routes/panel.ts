import { z } from "zod"
import { isOver } from "../../core/discussion/fold.ts"
import type { Entry } from "../../core/discussion/history.ts"
import { getSeat, roundNumber } from "../../core/discussion/seat-queries.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { count, time } from "../../core/public/field-schemas.ts"
import { isoTime } from "../../core/text.ts"
import { loadState } from "../../engine/context.ts"
import { isIdle, waitUntil } from "../../engine/live/wait-until.ts"
import { type PanelMembers, panelSeats } from "../../engine/verbs/resolve-panel.ts"
import { findPanel, takePanelTurn } from "../../engine/verbs/take-panel-turn.ts"
import { type Api, jsonContent } from "../api.ts"
import { errorSchema } from "../http/http-error.ts"
import { type OrganisationServices, requireResources } from "../services.ts"
import { projectSchema } from "./projects.ts"

const panelParams = z.object({
  projectId: z.string().meta({ description: "the project's id", example: "0b6f3c1e-6a58-4a0e-9b1e-2f4b8b1c9d10" }),
})

const panelMessageSchema = z
  .strictObject({
    message: z.string().min(1).max(50_000).describe("the text of the user's turn"),
    userId: z.string().min(1).max(200).describe("the id of the user; stored with the turn"),
    organizationId: z.string().max(200).optional().describe("optional; must be the organisation of the API key"),
  })
  .meta({ id: "PanelMessage", example: { message: "We have six weeks and no budget.", userId: "kim" } })

const panelSchema = z
  .object({
    status: z.literal("success"),
    project: projectSchema
      .extend({
        status: z.enum(["active", "paused", "completed"]),
        currentRound: count,
        discussionId: z.string().nullable().describe("the id of its discussion; null until the first message"),
      })
      .meta({ id: "PanelProject" }),
    entries: z.array(
      z
        .object({
          id: z.string(),
          speaker: z.string(),
          role: z.string(),
          agentId: z.string().nullable(),
          content: z.string(),
          turnIndex: count.nullable().describe("its position in the round; null for a comment out of turn"),
          roundNumber: count,
          createdAt: time,
          metadata: z.record(z.string(), z.unknown()),
        })
        .meta({ id: "PanelEntry" }),
    ),
    counts: z.record(z.string(), count).describe("turns by speaker"),
    speakerOrder: z.array(z.string()),
    nextSpeaker: z.string().nullable().describe("the name of the next speaker; null when completed"),
  })
  .meta({ id: "Panel" })

const panelErrorSchema = errorSchema
  .extend({ status: z.literal("error"), message: z.string() })
  .meta({ id: "PanelError" })

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
      return presentPanel(panel, await findPanel(services.engine.store, panel.project.id))
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
        return { response: Response.json(presentPanel(panel, state)), isFinal: isIdle(state) }
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

type PanelResponse = z.input<typeof panelSchema>
type PanelEntry = PanelResponse["entries"][number]

/** A project's panel; before it starts, with its participants and no entries. */
function presentPanel(panel: PanelMembers, state: DiscussionState | undefined): PanelResponse {
  const { participants, ...project } = panel.project
  const names = (state?.seats ?? panelSeats(panel)).map(({ name }) => name)
  const entries = state?.entries.flatMap((entry) => entryOf(state, entry) ?? []) ?? []
  const turns = entries.filter(({ turnIndex }) => turnIndex !== null)
  return {
    status: "success",
    project: {
      ...project,
      participants: [...participants],
      status: statusOf(state),
      currentRound: state ? roundNumber(state) : 0,
      discussionId: state?.id ?? null,
    },
    entries,
    counts: Object.fromEntries(names.map((name) => [name, turns.filter(({ speaker }) => speaker === name).length])),
    speakerOrder: names,
    nextSpeaker: state ? nextSpeaker(state) : (names[0] ?? null),
  }
}

function statusOf(state: DiscussionState | undefined): PanelResponse["project"]["status"] {
  if (state && isOver(state.status)) return "completed"
  return state?.status === "paused" ? "paused" : "active"
}

/** The current speaker, or the one the panel waits for, or else the next in order. */
function nextSpeaker(state: DiscussionState): string | null {
  if (isOver(state.status)) return null
  const { openCalls: open, round, seats } = state
  const inRound = round && !round.completed ? round.order[round.settled] : undefined
  const id = open[0]?.seat ?? inRound ?? seats[0]?.id
  return id === undefined ? null : getSeat(state, id).name
}

function entryOf(state: DiscussionState, entry: Entry): PanelEntry | undefined {
  if (entry.kind === "ballot") return undefined
  if (entry.kind === "interjection") {
    const { id, author, content, roundNumber, timestamp } = entry.interjection
    const fields = { id, speaker: author, role: "user", agentId: null, content, turnIndex: null, roundNumber }
    return { ...fields, createdAt: isoTime(timestamp), metadata: { kind: "interjection" } }
  }
  const { id, seat: role, content, roundNumber, timestamp, author, modelId, ...rest } = entry.turn
  const { durationMs, attempt, finishReason, tokenUsage, passed, purpose, subDiscussion } = rest
  const seat = getSeat(state, role)
  const fields = {
    id,
    speaker: seat.name,
    role: seat.role,
    agentId: seat.agentId ?? null,
    content,
    turnIndex: purpose === "turn" ? state.everyone.indexOf(seat) : null,
    roundNumber,
  }
  const known = omitUndefined({ subDiscussion, modelId, userId: author })
  const metadata = { kind: passed ? "pass" : purpose, finishReason, durationMs, attempt, tokenUsage, ...known }
  return { ...fields, createdAt: isoTime(timestamp), metadata }
}
