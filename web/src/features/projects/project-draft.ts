import type { NewProject, Project } from "../../api/projects.ts"
import { randomId } from "../../api/use-idempotency-key.ts"

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

export function hasSameParticipants(a: readonly ParticipantDraft[], b: readonly ParticipantDraft[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ role, agentId }, index) => role === b[index]?.role && agentId === b[index]?.agentId)
  )
}

/** The next to be seated: an agent that does not sit here yet, as what is missing. */
export function nextParticipant(seated: readonly ParticipantDraft[], agentIds: readonly string[]): ParticipantDraft {
  const agentId = agentIds.find((id) => seated.every((other) => other.agentId !== id)) ?? agentIds[0] ?? ""
  const role = (["manager", "leader"] as const).find((wanted) => seated.every((other) => other.role !== wanted))
  return { key: randomId(), role: role ?? "specialist", agentId }
}
