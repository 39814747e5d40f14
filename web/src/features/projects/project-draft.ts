import type { Agent } from "../../api/agents.ts"
import type { NewProject, Project } from "../../api/projects.ts"
import { randomId } from "../../api/use-idempotency-key.ts"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"

export type Role = Project["participants"][number]["role"]
export const roles: readonly Role[] = ["manager", "leader", "specialist", "user"]

/** Somebody in the form: found again by `key` wherever they are moved. */
export interface ParticipantDraft {
  readonly key: string
  readonly role: Role
  /** Empty for a person, and where none is picked yet. */
  readonly agentId: string
}

export interface ProjectDraft {
  readonly name: string
  readonly description: string
  /** As it is typed; empty for the default. */
  readonly rounds: string
  /** In the order in which they speak. */
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
    // What is no number is sent as 0, which the server refuses in words; as NaN it would be sent as null.
    rounds: rounds.trim() === "" ? null : Number(rounds) || 0,
    participants: participants.map(({ role, agentId }, index) => ({
      role,
      agentId: role === "user" || agentId === "" ? null : agentId,
      sequenceOrder: index + 1,
    })),
  }
}

/** The next to be seated: an agent that does not sit here yet, as what is missing. */
export function nextParticipant(seated: readonly ParticipantDraft[], agentIds: readonly string[]): ParticipantDraft {
  const agentId = agentIds.find((id) => seated.every((other) => other.agentId !== id)) ?? agentIds[0] ?? ""
  const role = (["manager", "leader"] as const).find((wanted) => seated.every((other) => other.role !== wanted))
  return { key: randomId(), role: role ?? "specialist", agentId }
}

/** A project's seats in their order; a person's goes by its role, in the reader's language. */
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

/** Under which name the browser keeps a topic that is being written in a project. */
export const topicDraft = (projectId: string) => `project.${projectId}`
