import type { Table } from "../../core/discussion/table.ts"
import { ConclaveError } from "../../core/errors.ts"
import type { SeatInput } from "../../core/formats/discussion-input.ts"
import { projectPanelStops } from "../../core/formats/panel.ts"
import type { TableDefaults } from "../../core/tables/resolve-table.ts"
import type { AgentTemplate } from "../../ports/agent-store.ts"
import type { Models } from "../../ports/model.ts"
import type { Participant, Project } from "../../ports/project-store.ts"
import { resolveDiscussionTable } from "./create-discussion.ts"

export interface PanelMembers {
  readonly project: Project
  /** Those who sit in the project. */
  readonly agents: readonly AgentTemplate[]
}

/** Who sits in a project's panel, in the order in which they speak; nobody bears a name that another has. */
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

/** The table of a project's panel. Without a user's seat nobody can take a turn, so the message joins the topic. */
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
  const table = resolveDiscussionTable({ discussionId: id, request, defaults }, models)
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
