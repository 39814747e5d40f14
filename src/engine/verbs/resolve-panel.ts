import type { Table } from "../../core/discussion/table.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { SeatInput } from "../../core/formats/discussion-input.ts"
import { projectPanelStops } from "../../core/formats/index.ts"
import type { TableDefaults } from "../../core/tables/resolve-table.ts"
import type { AgentTemplate } from "../../ports/agent-store.ts"
import type { Models } from "../../ports/model.ts"
import type { Participant, Project } from "../../ports/project-store.ts"
import type { Verb } from "../context.ts"
import { checkMaterials } from "./check-materials.ts"
import { type CreateDiscussionInput, resolveDiscussionTable } from "./create-discussion.ts"
import { createWithTable } from "./create-with-table.ts"

export interface PanelMembers {
  readonly project: Project
  readonly agents: readonly AgentTemplate[]
}

/** The seats of a project's panel in speaking order, with unique names. */
export function panelSeats({ project, agents }: PanelMembers): readonly (SeatInput & { readonly name: string })[] {
  const taken = new Set<string>()
  return project.participants.map((participant) => {
    const agent = findAgent(participant, agents)
    const name = uniqueName(agent?.name ?? "User", taken)
    if (!agent) return { name, role: participant.role }
    const { model, ...options } = agent.modelConfig
    return { name, role: participant.role, kind: "model", model, persona: agent.systemPrompt, options }
  })
}

/** The table of a project's panel. Without a user seat the message becomes part of the topic. */
export function resolvePanelTable(
  panel: PanelMembers & { readonly message: string; readonly defaults: Omit<TableDefaults, "seed"> },
  models: Models,
): Table {
  const { project, message, defaults } = panel
  const { id, description, participants, rounds } = project
  const hasUser = participants.some(({ role }) => role === "user")
  const topic = description === null ? message : hasUser ? description : `${description}\n\n${message}`
  const options = { stances: false, stop: projectPanelStops, ...(rounds != null && { rounds }) }
  const request = { format: "panel", topic, seats: panelSeats(panel), options, record: false }
  return withAgents(resolveDiscussionTable({ discussionId: id, request, defaults }, models), project)
}

/**
 * Completes a request inside a project: the participants are seated as a panel unless the request names a format, table
 * or seats; the project's description becomes a material.
 */
export function requestInProject(panel: PanelMembers, request: Readonly<Record<string, unknown>>) {
  const { name, description, rounds } = panel.project
  const { materials = [], options } = request
  const about = description === null ? [] : [{ name, text: description }]
  return {
    ...(isPanel(request) && { format: "panel", seats: panelSeats(panel) }),
    ...request,
    ...(isPanel(request) && rounds != null && { options: { rounds, ...(options as object | undefined) } }),
    ...(Array.isArray(materials) && about.length > 0 && { materials: [...about, ...materials] }),
  }
}

const isPanel = (request: Readonly<Record<string, unknown>>) =>
  ["format", "table", "seats"].every((field) => request[field] === undefined)

interface ProjectDiscussionInput extends CreateDiscussionInput, PanelMembers {
  readonly request: Readonly<Record<string, unknown>>
}

/** Creates a discussion in a project, beside the project's own panel. */
export const createInProject: Verb<ProjectDiscussionInput> = async ({ context, input }) => {
  const { discussionId, project, request, sessionId, hold = false } = input
  if (isPanel(request)) requireParticipants(project)
  const given = { ...input, request: requestInProject(input, request) }
  const resolved = resolveDiscussionTable(given, context.models)
  await checkMaterials(resolved, context.models)
  const belongsTo = { projectId: project.id, ...(sessionId !== undefined && { sessionId }) }
  const table = { ...(isPanel(request) ? withAgents(resolved, project) : resolved), ...belongsTo }
  return createWithTable({ context, input: { discussionId, table, hold } })
}

export function requireParticipants({ participants }: Project): void {
  if (participants.length > 0) return
  throw new ConclaveError("STATE_INVALID", "the project has no participants; add some first")
}

/** Adds to each seat the agent it was made from. */
function withAgents(table: Table, { id, participants }: Project): Table {
  const seats = table.seats.map((seat, index) => {
    const agentId = participants[index]?.agentId
    return agentId ? { ...seat, agentId } : seat
  })
  return { ...table, seats, projectId: id }
}

function findAgent({ agentId }: Participant, agents: readonly AgentTemplate[]): AgentTemplate | undefined {
  if (agentId === null) return undefined
  const agent = agents.find(({ id }) => id === agentId)
  if (!agent) throw new ConclaveError("CONFLICT", "an agent of this project was just removed; reload the project")
  return agent
}

function uniqueName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted.slice(0, 55)} ${count}`
  taken.add(name.toLowerCase())
  return name
}
