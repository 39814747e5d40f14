import type { Agent } from "../../api/agents.ts"
import type { NewProject, Project } from "../../api/projects.ts"
import { randomId } from "../../api/use-idempotency-key.ts"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"

export type Role = Project["participants"][number]["role"]
export const roles: readonly Role[] = ["manager", "leader", "specialist", "user"]

/** A participant in the form; `key` identifies it when it is moved. */
export interface ParticipantDraft {
  readonly key: string
  readonly role: Role
  /** Empty for a person, or if no agent is selected yet. */
  readonly agentId: string
}

export interface ProjectDraft {
  readonly name: string
  readonly description: string
  /** Raw input; empty means the default. */
  readonly rounds: string
  /** In speaking order. */
  readonly participants: readonly ParticipantDraft[]
}

export const emptyProject: ProjectDraft = { name: "", description: "", rounds: "", participants: [] }

export function toProjectDraft({ name, description, rounds, participants }: Project): ProjectDraft {
  return {
    name,
    description: description ?? "",
    rounds: rounds == null ? "" : String(rounds),
    participants: participants.map(({ id, role, agentId }) => ({ key: id, role, agentId: agentId ?? "" })),
  }
}

export function toNewProject({ name, description, rounds, participants }: ProjectDraft): Required<NewProject> {
  return {
    name,
    description: description.trim() === "" ? null : description,
    // Invalid numbers are sent as 0, which the server rejects with a message; NaN would become null.
    rounds: rounds.trim() === "" ? null : Number(rounds) || 0,
    participants: participants.map(({ role, agentId }, index) => ({
      role,
      agentId: role === "user" || agentId === "" ? null : agentId,
      sequenceOrder: index + 1,
    })),
  }
}

/** The next participant to add: an unused agent in the first missing role. */
export function nextParticipant(seated: readonly ParticipantDraft[], agentIds: readonly string[]): ParticipantDraft {
  const agentId = agentIds.find((id) => seated.every((other) => other.agentId !== id)) ?? agentIds[0] ?? ""
  const role = (["manager", "leader"] as const).find((wanted) => seated.every((other) => other.role !== wanted))
  return { key: randomId(), role: role ?? "specialist", agentId }
}

/** A project's seats in order; a person's seat is named by its role in the reader's language. */
export function projectSeats(
  { participants }: Project,
  agents: readonly Agent[],
  names: Readonly<Record<Role, string>>,
) {
  return participants.map(({ id, role, agentId }) => {
    const agent = agents.find((other) => other.id === agentId)
    return { id, role, name: stripUnsafeCharacters(agent?.name ?? names[role]), model: agent?.modelConfig.model }
  })
}

/** Storage key of a project's topic draft. */
export const topicDraft = (projectId: string) => `project.${projectId}`
